-- Addresses at Discord and Slack that a league's cards and recaps are also sent to. An address is a secret: whoever has it
-- can post, so it is never shown again.
CREATE TABLE league_webhooks (
	id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
	league_id int NOT NULL REFERENCES leagues ON DELETE CASCADE,
	service text NOT NULL CHECK (service IN ('discord', 'slack')),
	address text NOT NULL CHECK (length(address) <= 500),
	language text NOT NULL,
	sends_cards boolean NOT NULL,
	sends_recap boolean NOT NULL,
	created_at timestamptz NOT NULL,
	-- Failed attempts since the last successful one.
	failures int NOT NULL DEFAULT 0,
	-- Nothing is sent before.
	retry_at timestamptz NOT NULL,
	-- Switched off after repeated failures.
	disabled_at timestamptz,
	UNIQUE (league_id, address)
);

-- A card is sent to a webhook once.
CREATE TABLE league_webhook_deliveries (
	webhook_id int NOT NULL REFERENCES league_webhooks ON DELETE CASCADE,
	message_id int NOT NULL REFERENCES league_messages ON DELETE CASCADE,
	created_at timestamptz NOT NULL,
	attempts int NOT NULL DEFAULT 0,
	-- Null while it waits.
	outcome text CHECK (outcome IN ('sent', 'failed', 'unwanted')),
	ended_at timestamptz,
	-- Why the last attempt failed.
	reason text,
	PRIMARY KEY (webhook_id, message_id),
	CHECK ((outcome IS NULL) = (ended_at IS NULL))
);
CREATE INDEX league_webhook_deliveries_waiting ON league_webhook_deliveries (webhook_id, message_id) WHERE outcome IS NULL;
CREATE INDEX league_webhook_deliveries_by_message ON league_webhook_deliveries (message_id);
