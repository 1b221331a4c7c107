import { expect, vi } from "vitest";
import type { Database } from "../../apps/server/db/open.ts";

/** Long enough for a busy machine. Tests wait for a state, never for a fixed time. */
const TIMEOUT_MS = 20_000;

/** Repeats a check until it stops throwing. */
export const waitFor = <T>(check: () => T | Promise<T>, timeout = TIMEOUT_MS): Promise<T> =>
	vi.waitFor(check, { timeout });

/** Waits until a connection to the database waits for a lock. */
export const waitForLock = ({ pool }: Pick<Database, "pool">): Promise<void> =>
	waitFor(async () => {
		const { rowCount } = await pool.query(
			"SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
		);
		expect(rowCount).toBe(1);
	});
