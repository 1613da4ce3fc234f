"""The shell: settings, forum client, store, intake, schedule, notices, outbox, command line."""
