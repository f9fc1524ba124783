import smtplib


def send(to, text):
    server = smtplib.SMTP("localhost")
    server.sendmail("shop@example.org", to, text)
    server.quit()
