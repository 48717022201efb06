"""What happens in the product, decided here and told to whoever listens. Knows nothing of Discord."""
