"""What every process needs: background work, logs, metrics, the time."""
