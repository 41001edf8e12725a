"""What other programs read: the JSON documents."""
