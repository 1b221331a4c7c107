-- Tables, columns and stored words are named by what they hold.
ALTER TABLE league_rounds_told RENAME TO league_activity_rounds;
ALTER TABLE told_rounds RENAME TO notified_rounds;
ALTER TABLE player_outs RENAME COLUMN is_told TO is_notified;
ALTER INDEX player_outs_untold RENAME TO player_outs_not_notified;
ALTER TABLE support_letters RENAME TO contact_messages;
ALTER INDEX support_letters_open RENAME TO contact_messages_open;
UPDATE outbox_mails SET kind = 'contact-message' WHERE kind = 'support-letter';
