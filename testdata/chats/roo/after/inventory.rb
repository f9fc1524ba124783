require "json"

class Inventory
  def initialize
    @items = {}
  end

  def add(name)
    @items[name] = 0
    save
  end

  def clear(name)
    @items.delete(name)
    save
  end

  def save
    File.write("inventory.json", JSON.generate(@items))
  end
end
