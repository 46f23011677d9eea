"""What a host needs: checked settings, logs, health, worker processes."""
