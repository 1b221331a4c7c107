-- Mails that wait to be sent: written in the transaction that has a reason for them, sent by the mailer afterwards.
CREATE TABLE outbox_mails (
	id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
	kind text NOT NULL CHECK (kind <> ''),
	to_address text NOT NULL CHECK (length(to_address) BETWEEN 3 AND 254),
	subject text NOT NULL CHECK (subject <> ''),
	body_text text NOT NULL,
	body_html text,
	-- Such as List-Unsubscribe.
	headers jsonb NOT NULL DEFAULT '{}',
	created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
	-- Not before; put off after each failed attempt.
	due_at timestamptz NOT NULL DEFAULT clock_timestamp(),
	attempts int NOT NULL DEFAULT 0 CHECK (attempts >= 0),
	last_error text,
	sent_at timestamptz,
	-- Given up.
	failed_at timestamptz,
	CHECK (sent_at IS NULL OR failed_at IS NULL)
);
CREATE INDEX outbox_mails_due ON outbox_mails (due_at) WHERE sent_at IS NULL AND failed_at IS NULL;

-- Addresses that want no mail of a kind any more.
CREATE TABLE mail_stops (
	address text NOT NULL CHECK (address = lower(address)),
	kind text NOT NULL,
	at timestamptz NOT NULL DEFAULT clock_timestamp(),
	PRIMARY KEY (address, kind)
);

-- How many mails somebody or something caused on a day of wall time, counted as they are written.
CREATE TABLE mail_counts (
	subject text NOT NULL,
	day date NOT NULL,
	mails int NOT NULL CHECK (mails > 0),
	PRIMARY KEY (subject, day)
);
