"""On PostgreSQL, the same room as on SQLite, which knows no widths: board ids beyond 2^31, names of any length."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Widen what is narrow."""
    connection = op.get_bind()
    if connection.dialect.name != "postgresql":
        return
    seen = sa.inspect(connection)
    for table in sorted(set(seen.get_table_names()) - {"alembic_version"}):
        for column in seen.get_columns(table):
            wide: sa.Text | sa.BigInteger | None = None
            if isinstance(column["type"], sa.String) and column["type"].length is not None:
                wide = sa.Text()
            elif isinstance(column["type"], sa.Integer) and column["name"] != "id":
                wide = sa.BigInteger()
            if wide is not None:
                op.alter_column(table, column["name"], type_=wide)
