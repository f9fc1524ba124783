class Inventory
  def initialize
    @items = {}
  end

  def add(name)
    @items[name] = 0
    save
  end

  def clear(name)
    @items[name] = 0
    save
  end

  def save
    File.write("inventory.txt", @items.inspect)
  end
end
