import { expect, expectTypeOf, test } from "vitest";
import type { renameTeam } from "./accounts/account.ts";
import type { Arguments } from "./client.ts";
import { playDemoRound } from "./clock.ts";
import type { showLeague } from "./leagues/league.ts";

type NoFields = Record<string, never>;

test("a call that names no params, query or body accepts none", () => {
	const schemas = [playDemoRound.params, playDemoRound.query, playDemoRound.body];
	expect(schemas.map((schema) => schema.safeParse({}).success)).toEqual([true, true, true]);
	expect(schemas.map((schema) => schema.safeParse({ round: 1 }).success)).toEqual([false, false, false]);
});

test("a call's arguments are required where it has fields", () => {
	expectTypeOf<Arguments<typeof playDemoRound>>().branded.toEqualTypeOf<{
		params?: NoFields;
		query?: NoFields;
		body?: NoFields;
	}>();
	expectTypeOf<Arguments<typeof showLeague>>().branded.toEqualTypeOf<{
		params: { id: unknown };
		query?: NoFields;
		body?: NoFields;
	}>();
	expectTypeOf<{ body: object }>().not.toExtend<Arguments<typeof renameTeam>>();
});
