-- The language a user last used the site in, for mails that someone else causes.
ALTER TABLE users ADD COLUMN language text NOT NULL DEFAULT 'en';
