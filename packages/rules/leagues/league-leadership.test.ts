import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
	changeLeadership,
	getLeagueRole,
	type LeadershipAction,
	type LeagueLeadership,
	removeFromLeadership,
	replaceCommissioner,
} from "./league-leadership.ts";
import { canActOn, hasRight } from "./league-permissions.ts";

const [ADA, BEA, CLEO, DORA] = [1, 2, 3, 4];
const NEW_LEAGUE: LeagueLeadership = { commissionerId: ADA, deputyIds: [], offer: null };
const everyone = () => true;

function act(leadership: LeagueLeadership, by: number, action: LeadershipAction, now = 0): LeagueLeadership {
	const ruling = changeLeadership(leadership, action, { by, now, isMember: everyone });
	if (!ruling.ok) throw new Error(ruling.violation);
	return ruling.value;
}
const getViolation = (leadership: LeagueLeadership, by: number, action: LeadershipAction, now = 0) => {
	const ruling = changeLeadership(leadership, action, { by, now, isMember: everyone });
	return ruling.ok ? null : ruling.violation;
};
const twoDeputies = act(act(NEW_LEAGUE, ADA, { kind: "name-deputy", userId: BEA }), ADA, {
	kind: "name-deputy",
	userId: CLEO,
});
const offerTo = (userId: number, leadership = NEW_LEAGUE) =>
	act(leadership, ADA, { kind: "offer", userId, expiresAt: 100 });

describe("deputies", () => {
	test("are named by the commissioner, two at most [D2.9.261]", () => {
		expect(twoDeputies.deputyIds).toEqual([BEA, CLEO]);
		expect(getViolation(twoDeputies, ADA, { kind: "name-deputy", userId: DORA })).toBe("too-many-deputies");
		expect(getViolation(twoDeputies, BEA, { kind: "name-deputy", userId: DORA })).toBe("not-commissioner");
		expect(getViolation(NEW_LEAGUE, ADA, { kind: "name-deputy", userId: ADA })).toBe("commissioner-already");
	});

	test("step down, or lose the role to the commissioner alone [D2.9.261]", () => {
		expect(act(twoDeputies, BEA, { kind: "end-deputy", userId: BEA }).deputyIds).toEqual([CLEO]);
		expect(act(twoDeputies, ADA, { kind: "end-deputy", userId: CLEO }).deputyIds).toEqual([BEA]);
		expect(getViolation(twoDeputies, BEA, { kind: "end-deputy", userId: CLEO })).toBe("not-commissioner");
	});

	test("succeed a closed account in the order of being named [D2.9.264]", () => {
		const named = act(act(NEW_LEAGUE, ADA, { kind: "name-deputy", userId: DORA }), ADA, {
			kind: "name-deputy",
			userId: BEA,
		});
		const succeed = (...active: number[]) => replaceCommissioner(named, active);
		expect(succeed(ADA, BEA, CLEO, DORA)).toEqual({ commissionerId: DORA, deputyIds: [BEA], offer: null });
		expect(succeed(BEA, CLEO)).toEqual({ commissionerId: BEA, deputyIds: [DORA], offer: null });
		expect(replaceCommissioner(NEW_LEAGUE, [ADA, CLEO, DORA]).commissionerId).toBe(CLEO);
		expect(replaceCommissioner(NEW_LEAGUE, [ADA]).commissionerId).toBe(ADA);
	});
});

describe("a hand-over", () => {
	test("makes the former commissioner a deputy, if there is room [D2.9.263]", () => {
		expect(act(offerTo(DORA), DORA, { kind: "accept" })).toEqual({
			commissionerId: DORA,
			deputyIds: [ADA],
			offer: null,
		});
		expect(act(offerTo(CLEO, twoDeputies), CLEO, { kind: "accept" }).deputyIds).toEqual([BEA, ADA]);
		expect(act(offerTo(DORA, twoDeputies), DORA, { kind: "accept" }).deputyIds).toEqual([BEA, CLEO]);
	});

	test("is accepted only by the member it was offered to, in time [D2.9.263]", () => {
		expect(getViolation(offerTo(BEA), CLEO, { kind: "accept" })).toBe("hand-over-unknown");
		expect(getViolation(offerTo(BEA), BEA, { kind: "accept" }, 100)).toBe("hand-over-unknown");
		expect(act(offerTo(BEA), BEA, { kind: "accept" }, 99).commissionerId).toBe(BEA);
		const declined = act(offerTo(BEA), BEA, { kind: "decline" });
		expect(getViolation(declined, BEA, { kind: "accept" })).toBe("hand-over-unknown");
		expect(getViolation(act(offerTo(BEA), ADA, { kind: "withdraw" }), BEA, { kind: "accept" })).toBe(
			"hand-over-unknown",
		);
		expect(getViolation(offerTo(CLEO, offerTo(BEA)), BEA, { kind: "accept" })).toBe("hand-over-unknown");
		expect(getViolation(twoDeputies, BEA, { kind: "offer", userId: BEA, expiresAt: 100 })).toBe("not-commissioner");
	});
});

type Step = { readonly by: number; readonly userId: number; readonly kind: string };
const STEPS = [
	"name-deputy",
	"end-deputy",
	"offer",
	"withdraw",
	"accept",
	"decline",
	"join",
	"leave",
	"remove",
	"close",
];
const anyStep: fc.Arbitrary<Step> = fc.record({
	by: fc.integer({ min: 1, max: 6 }),
	userId: fc.integer({ min: 1, max: 6 }),
	kind: fc.constantFrom(...STEPS),
});

/** A league whose members join, leave, are removed and close their accounts, as the server lets them. */
interface Model {
	readonly leadership: LeagueLeadership;
	/** In the order in which they joined. */
	readonly memberIds: readonly number[];
}

const dropMember = ({ leadership, memberIds }: Model, userId: number): Model => ({
	leadership: removeFromLeadership(leadership, userId),
	memberIds: memberIds.filter((id) => id !== userId),
});

function takeStep(model: Model, { by, userId, kind }: Step, now: number): Model {
	const { leadership, memberIds } = model;
	const isMember = (id: number) => memberIds.includes(id);
	if (kind === "join") return isMember(by) ? model : { ...model, memberIds: [...memberIds, by] };
	if (!isMember(by)) return model;
	const role = getLeagueRole(leadership, by);
	if (kind === "leave") return hasRight(role, "leave") ? dropMember(model, by) : model;
	if (kind === "remove") {
		const isAllowed = isMember(userId) && hasRight(role, "removeUsers");
		return isAllowed && canActOn(role, getLeagueRole(leadership, userId)) ? dropMember(model, userId) : model;
	}
	if (kind === "close") {
		// The account stays a member, but runs nothing.
		const others = memberIds.filter((id) => id !== by);
		return {
			...model,
			leadership:
				role === "commissioner" ? replaceCommissioner(leadership, others) : removeFromLeadership(leadership, by),
		};
	}
	const action = { kind, userId, expiresAt: now + 3 } as LeadershipAction;
	const ruling = changeLeadership(leadership, action, { by, now, isMember });
	return ruling.ok ? { ...model, leadership: ruling.value } : model;
}

test("always leaves one commissioner and at most two deputies [D2.9.261, D2.9.263]", () => {
	fc.assert(
		fc.property(fc.array(anyStep, { maxLength: 80 }), (steps) => {
			let model: Model = { leadership: NEW_LEAGUE, memberIds: [ADA, BEA, CLEO, DORA] };
			for (const [now, step] of steps.entries()) {
				const before = model;
				model = takeStep(model, step, now);
				const { commissionerId, deputyIds, offer } = model.leadership;
				expect(model.memberIds).toContain(commissionerId);
				expect(deputyIds.length).toBeLessThanOrEqual(2);
				expect(new Set([commissionerId, ...deputyIds]).size).toBe(1 + deputyIds.length);
				for (const id of deputyIds) expect(model.memberIds).toContain(id);
				if (offer)
					expect([model.memberIds.includes(offer.userId), offer.userId === commissionerId]).toEqual([true, false]);
				// Only the member to whom it was offered, or the commissioner's closed account, changes who runs it.
				if (commissionerId !== before.leadership.commissionerId)
					expect(step.kind === "accept" ? commissionerId : step.kind).toBe(step.kind === "accept" ? step.by : "close");
			}
		}),
		{ numRuns: 500 },
	);
});
