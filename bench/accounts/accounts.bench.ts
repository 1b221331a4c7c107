import type { FastifyInstance } from "fastify";
import type { Database } from "../../apps/server/db/open.ts";
import { scratchDatabase } from "../../apps/server/db/scratch.ts";
import { hashPassword, isPassword } from "../../apps/server/features/auth/passwords.ts";
import { tokenHash } from "../../apps/server/features/auth/session-store.ts";
import { type Comparison, takeTurns } from "../measure.ts";
import type { Bench } from "../registry.ts";
import { createLoad } from "../team/load.ts";
import { createProduct } from "./product.ts";

const USERS = 2_000;
const READS = 8_000;
const SIGN_INS = 160;
const PASSWORD = "nine umbrellas in the rain";
const MINUTE = 61_000;
/** As many as the load's connections. */
const AT_ONCE = 24;

const portOf = (app: FastifyInstance): number => {
	const address = app.server.address();
	if (typeof address !== "object" || address === null) throw new Error("not listening");
	return address.port;
};
const tokenOf = (number: number) => `bench-token-${number}`;
const emailOf = (number: number) => `mo${number}@example.test`;

/** Users who all have one password, and are signed in once each. */
async function plantUsers({ pool }: Database): Promise<string> {
	const passwordHash = await hashPassword(PASSWORD);
	await pool.query(
		`INSERT INTO users (first_name, last_name, email, team_name, password_hash)
		SELECT 'Mo', 'Manager', 'mo' || n || '@example.test', 'Team ' || n, $2 FROM generate_series(1, $1::int) AS n`,
		[USERS, passwordHash],
	);
	await pool.query(
		`INSERT INTO sessions (token_hash, user_id, created_at, expires_at, last_seen_at)
		SELECT hash, n, now(), now() + interval '30 days', now() FROM unnest($1::bytea[]) WITH ORDINALITY AS t (hash, n)`,
		[Array.from({ length: USERS }, (_, index) => tokenHash(tokenOf(index + 1)))],
	);
	await pool.query("ANALYZE");
	return passwordHash;
}

/** Passwords checked a second, so many at once, with nothing around them. */
async function checkPasswords(passwordHash: string): Promise<number> {
	let left = SIGN_INS;
	const start = performance.now();
	const check = async () => {
		while (left-- > 0) if (!(await isPassword(PASSWORD, passwordHash))) throw new Error("Not the password");
	};
	await Promise.all(Array.from({ length: AT_ONCE }, check));
	return (SIGN_INS * 1_000) / (performance.now() - start);
}

async function measure(database: Database): Promise<readonly Comparison[]> {
	const passwordHash = await plantUsers(database);
	const load = createLoad();
	const app = await createProduct(database, Date.now);
	// Every attempt comes in a minute of its own: all of them from one address would be refused.
	let attempts = 0;
	const patient = await createProduct(database, () => Date.now() + attempts++ * MINUTE);

	let reader = 0;
	const reads = (path: string) => () =>
		load.send(
			portOf(app),
			Array.from({ length: READS }, () => ({ path: `/api/en/bench/${path}`, token: tokenOf((reader++ % USERS) + 1) })),
		);
	const gets = await takeTurns(
		{ open: reads("open"), row: reads("row"), active: reads("active") },
		{ runs: 9, warmups: 2 },
	);

	let person = 0;
	const signIns = () =>
		load.send(
			portOf(patient),
			Array.from({ length: SIGN_INS }, () => ({
				path: "/api/en/auth/login",
				token: "",
				body: { email: emailOf((person++ % USERS) + 1), password: PASSWORD },
			})),
		);
	const logins = await takeTurns({ floor: () => checkPasswords(passwordHash), signIns }, { runs: 7, warmups: 1 });
	await load.close();
	await patient.close();
	await app.close();
	return [
		{
			what: "sign-in by password",
			reached: logins.signIns,
			unit: "/s",
			floorName: "argon2id alone, 19 MiB and two passes",
			floor: logins.floor,
			goal: { kind: "at least", ratio: 0.7 },
		},
		{
			what: "signed-in GET",
			reached: gets.active,
			unit: "/s",
			floorName: "the same GET, its session row read",
			floor: gets.row,
			goal: { kind: "at least", ratio: 0.8 },
		},
		{
			what: "signed-in GET",
			reached: gets.active,
			unit: "/s",
			floorName: "the same GET without a session check",
			floor: gets.open,
		},
	];
}

export const bench: Bench = {
	name: "accounts",
	title: "Signing in, and the session check on every signed-in request",
	async run() {
		const database = await scratchDatabase();
		try {
			return await measure(database);
		} finally {
			await database.close();
		}
	},
};
