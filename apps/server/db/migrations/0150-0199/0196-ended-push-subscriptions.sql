-- How often in a row a push service has refused messages to the browser, and since when nothing is sent to it any more.
ALTER TABLE push_subscriptions
	ADD COLUMN refusals smallint NOT NULL DEFAULT 0,
	ADD COLUMN ended_at timestamptz;
