-- When a person's data was erased. The row stays, without anything personal, because teams and their scores refer to it.
ALTER TABLE users ADD COLUMN erased_at timestamptz CHECK (erased_at IS NULL OR NOT is_active);
