-- Secrets that were rotated are accepted until their time: [{"value": …, "until": …}]. Releases that do not know the column
-- use the current value only.
ALTER TABLE server_secrets ADD COLUMN former jsonb NOT NULL DEFAULT '[]';
ALTER TABLE server_secrets ADD COLUMN created_at timestamptz NOT NULL DEFAULT now();
-- The public key that a browser subscribed with; NULL stands for the current one.
ALTER TABLE push_subscriptions ADD COLUMN vapid_key text;
