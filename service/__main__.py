"""`python -m service` is `panguan`."""

from service.cli import main

main(prog_name="panguan")
