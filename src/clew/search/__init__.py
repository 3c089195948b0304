"""The strategies. Each is written once and searches every puzzle that has its face."""
