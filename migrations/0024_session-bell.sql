-- expand
-- Names the users whose sessions ended or whose plan periods changed. The servers check the live streams of these users.
CREATE FUNCTION ring_session_bell() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('sessions', user_id) FROM (SELECT DISTINCT user_id FROM gone) AS people;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER sessions_bell AFTER DELETE ON "sessions"
  REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION ring_session_bell();
--> statement-breakpoint
CREATE TRIGGER periods_bell AFTER DELETE ON "periods"
  REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION ring_session_bell();
