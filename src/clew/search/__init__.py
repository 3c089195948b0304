"""The strategies: each is written once and searches every puzzle that shows its face."""
