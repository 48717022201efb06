"""What people see in Discord: screens as data, their layout, and the door through which every press comes in."""
