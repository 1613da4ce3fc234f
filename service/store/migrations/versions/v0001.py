"""The first tables."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create them."""
    op.create_table(
        "events",
        sa.Column("game", sa.String(length=100), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("at", sa.String(length=32), nullable=False),
        sa.Column("step", sa.String(length=100), nullable=False),
        sa.Column("kind", sa.String(length=50), nullable=False),
        sa.Column("data", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("game", "seq", name=op.f("pk_events")),
    )
    op.create_table(
        "facts",
        sa.Column("scope", sa.String(length=100), nullable=False),
        sa.Column("name", sa.String(length=100), nullable=False),
        sa.Column("value", sa.Text(), nullable=False),
        sa.Column("at", sa.String(length=32), nullable=False),
        sa.PrimaryKeyConstraint("scope", "name", name=op.f("pk_facts")),
    )
    op.create_table(
        "games",
        sa.Column("game", sa.String(length=100), nullable=False),
        sa.Column("created_at", sa.String(length=32), nullable=False),
        sa.Column("secret", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("game", name=op.f("pk_games")),
    )
    op.create_table(
        "messages",
        sa.Column("board", sa.String(length=200), nullable=False),
        sa.Column("account", sa.String(length=100), nullable=False),
        sa.Column("uid", sa.Integer(), nullable=False),
        sa.Column("pmid", sa.Integer(), nullable=False),
        sa.Column("mine", sa.Boolean(), nullable=False),
        sa.Column("author", sa.String(length=100), nullable=True),
        sa.Column("at", sa.String(length=32), nullable=True),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("first_seen", sa.String(length=32), nullable=False),
        sa.PrimaryKeyConstraint("board", "account", "uid", "pmid", name=op.f("pk_messages")),
    )
    op.create_table(
        "outbox",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("game", sa.String(length=100), nullable=False),
        sa.Column("ref", sa.String(length=60), nullable=False),
        sa.Column("kind", sa.String(length=20), nullable=False),
        sa.Column("priority", sa.Integer(), nullable=False),
        sa.Column("tid", sa.Integer(), nullable=True),
        sa.Column("fid", sa.Integer(), nullable=True),
        sa.Column("uid", sa.Integer(), nullable=True),
        sa.Column("name", sa.String(length=100), nullable=True),
        sa.Column("subject", sa.String(length=200), nullable=True),
        sa.Column("body", sa.Text(), nullable=False),
        sa.Column("data", sa.Text(), nullable=False),
        sa.Column("state", sa.String(length=12), nullable=False),
        sa.Column("created_at", sa.String(length=32), nullable=False),
        sa.Column("not_before", sa.String(length=32), nullable=True),
        sa.Column("attempted_at", sa.String(length=32), nullable=True),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("problem", sa.Text(), nullable=True),
        sa.Column("sent_at", sa.String(length=32), nullable=True),
        sa.Column("pid", sa.Integer(), nullable=True),
        sa.Column("sent_tid", sa.Integer(), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_outbox")),
        sa.UniqueConstraint("game", "ref", name="uq_outbox_game_ref"),
    )
    with op.batch_alter_table("outbox", schema=None) as batch_op:
        batch_op.create_index("ix_outbox_state", ["state", "priority", "id"], unique=False)

    op.create_table(
        "posts",
        sa.Column("board", sa.String(length=200), nullable=False),
        sa.Column("tid", sa.Integer(), nullable=False),
        sa.Column("pid", sa.Integer(), nullable=False),
        sa.Column("page", sa.Integer(), nullable=True),
        sa.Column("first_seen", sa.String(length=32), nullable=False),
        sa.Column("last_seen", sa.String(length=32), nullable=False),
        sa.Column("gone_at", sa.String(length=32), nullable=True),
        sa.PrimaryKeyConstraint("board", "tid", "pid", name=op.f("pk_posts")),
    )
    op.create_table(
        "readings",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("board", sa.String(length=200), nullable=False),
        sa.Column("tid", sa.Integer(), nullable=False),
        sa.Column("at", sa.String(length=32), nullable=False),
        sa.Column("whole", sa.Boolean(), nullable=False),
        sa.Column("last_pid", sa.Integer(), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_readings")),
    )
    with op.batch_alter_table("readings", schema=None) as batch_op:
        batch_op.create_index("ix_readings_tid", ["board", "tid", "at"], unique=False)

    op.create_table(
        "sessions",
        sa.Column("board", sa.String(length=200), nullable=False),
        sa.Column("account", sa.String(length=100), nullable=False),
        sa.Column("jar", sa.Text(), nullable=True),
        sa.PrimaryKeyConstraint("board", "account", name=op.f("pk_sessions")),
    )
    op.create_table(
        "steps",
        sa.Column("game", sa.String(length=100), nullable=False),
        sa.Column("step", sa.String(length=100), nullable=False),
        sa.Column("at", sa.String(length=32), nullable=False),
        sa.Column("due", sa.String(length=32), nullable=True),
        sa.Column("data", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("game", "step", name=op.f("pk_steps")),
    )
    op.create_table(
        "threads",
        sa.Column("board", sa.String(length=200), nullable=False),
        sa.Column("tid", sa.Integer(), nullable=False),
        sa.Column("fid", sa.Integer(), nullable=True),
        sa.Column("pages", sa.Integer(), nullable=False),
        sa.Column("read_at", sa.String(length=32), nullable=True),
        sa.Column("whole_at", sa.String(length=32), nullable=True),
        sa.PrimaryKeyConstraint("board", "tid", name=op.f("pk_threads")),
    )
    op.create_table(
        "post_forms",
        sa.Column("board", sa.String(length=200), nullable=False),
        sa.Column("tid", sa.Integer(), nullable=False),
        sa.Column("pid", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("first_seen", sa.String(length=32), nullable=False),
        sa.Column("last_seen", sa.String(length=32), nullable=False),
        sa.Column("digest", sa.String(length=64), nullable=False),
        sa.Column("data", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(
            ["board", "tid", "pid"],
            ["posts.board", "posts.tid", "posts.pid"],
            name=op.f("fk_post_forms_board"),
        ),
        sa.PrimaryKeyConstraint("board", "tid", "pid", "number", name=op.f("pk_post_forms")),
    )
