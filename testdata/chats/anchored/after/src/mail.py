import smtplib


def send(to, text):
    with smtplib.SMTP("localhost") as server:
        server.sendmail("shop@example.org", to, text)
