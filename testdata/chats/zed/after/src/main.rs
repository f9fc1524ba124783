fn area(width: u32, height: u32) -> u32 {
    width.saturating_mul(height)
}

fn main() {
    println!("{} {}", area(2, 3), area(4, 5));
}
