"""What people read: pages for the terminal, and the printable page (`html`)."""
