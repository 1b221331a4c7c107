import { expect, test } from "vitest";
import { submitTrades } from "./trade.ts";

const isAccepted = (body: unknown) => submitTrades.body.safeParse(body).success;

test("a trade pair is one in and one out, at least once (D1.7.54)", () => {
	expect(isAccepted({ tradePairs: [{ playerInId: 7, playerOutId: 8 }] })).toBe(true);
	expect(isAccepted({ tradePairs: [{ playerInId: 7, playerOutId: 8, swapIds: [9] }] })).toBe(false);
	expect(isAccepted({ tradePairs: [[7, 8]] })).toBe(false);
	expect(isAccepted({ tradePairs: [{ playerInId: 7 }] })).toBe(false);
	expect(isAccepted({ tradePairs: [] })).toBe(false);
});
