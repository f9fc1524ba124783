# Shows an amount of cents as people write it.
module Money
  def self.show(cents)
    if cents < 0
      "-" + show(-cents)
    else
      format("%d.%02d", cents / 100, cents % 100)
    end
  end
end
