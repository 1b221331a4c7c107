-- What is or was wrong with the installation. One row from when it begins until it has ended.
CREATE TABLE operator_alerts (
	id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
	kind text NOT NULL,
	-- What it is about, such as a queue, match or machine; empty if there is only one.
	subject text NOT NULL,
	-- The values of its texts.
	data jsonb NOT NULL,
	began_at timestamptz NOT NULL,
	-- When a process found it last.
	seen_at timestamptz NOT NULL,
	-- When operators were told that it began; null before.
	told_at timestamptz,
	silenced_until timestamptz,
	ended_at timestamptz
);
CREATE UNIQUE INDEX operator_alerts_open ON operator_alerts (kind, subject) WHERE ended_at IS NULL;

-- Messages to ALERT_WEBHOOK_URL.
CREATE TABLE operator_alert_messages (
	id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
	text text NOT NULL,
	created_at timestamptz NOT NULL,
	due_at timestamptz NOT NULL,
	attempts int NOT NULL DEFAULT 0,
	sent_at timestamptz,
	failed_at timestamptz,
	last_error text
);
CREATE INDEX operator_alert_messages_due ON operator_alert_messages (due_at) WHERE sent_at IS NULL AND failed_at IS NULL;
