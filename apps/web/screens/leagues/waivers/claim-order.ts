/** A claim in the manager's list. Those of one group stand together: the first of them that succeeds ends the others. */
interface GroupedClaim {
	readonly key: string;
	readonly group: number | null;
}

/** Ends groups of one claim. If a move has split a group, its larger part keeps it. */
function cleanGroups<Claim extends GroupedClaim>(claims: readonly Claim[]): Claim[] {
	const runs: Claim[][] = [];
	for (const claim of claims) {
		const last = runs.at(-1);
		if (last && claim.group !== null && last[0]?.group === claim.group) last.push(claim);
		else runs.push([claim]);
	}
	const longest = new Map<number, Claim[]>();
	for (const run of runs) {
		const group = run[0]?.group ?? null;
		if (group !== null && run.length > (longest.get(group)?.length ?? 1)) longest.set(group, run);
	}
	return runs.flatMap((run) => {
		const group = run[0]?.group ?? null;
		return group !== null && longest.get(group) === run ? run : run.map((claim) => ({ ...claim, group: null }));
	});
}

/** Puts the claims in a new order. A claim that is moved between two of a group joins it. */
export function reorderClaims<Claim extends GroupedClaim>(claims: readonly Claim[], keys: readonly string[]): Claim[] {
	const byKey = new Map(claims.map((claim) => [claim.key, claim]));
	const ordered = keys.flatMap((key) => byKey.get(key) ?? []);
	const joined = ordered.map((claim, index) => {
		const before = ordered[index - 1]?.group ?? null;
		return before !== null && before === ordered[index + 1]?.group ? { ...claim, group: before } : claim;
	});
	return cleanGroups(joined);
}

/** Whether a claim is tried only if the claim before it fails. */
export const isAlternative = (claims: readonly GroupedClaim[], index: number): boolean => {
	const group = claims[index]?.group ?? null;
	return group !== null && claims[index - 1]?.group === group;
};

/** Joins a claim to the claim before it, or separates them. The claims that follow in its group move with it. */
export function toggleAlternative<Claim extends GroupedClaim>(claims: readonly Claim[], index: number): Claim[] {
	const before = claims[index - 1];
	const claim = claims[index];
	if (!before || !claim) return [...claims];
	const unused = Math.max(0, ...claims.map(({ group }) => group ?? 0)) + 1;
	if (isAlternative(claims, index)) {
		const { group } = claim;
		return cleanGroups(
			claims.map((other, at) => (at >= index && other.group === group ? { ...other, group: unused } : other)),
		);
	}
	const group = before.group ?? unused;
	const moved = claim.group;
	return cleanGroups(
		claims.map((other, at) =>
			at === index || other === before || (moved !== null && other.group === moved) ? { ...other, group } : other,
		),
	);
}

/** Removes a claim, and ends its group if only one claim is left in it. */
export const removeClaim = <Claim extends GroupedClaim>(claims: readonly Claim[], key: string): Claim[] =>
	cleanGroups(claims.filter((claim) => claim.key !== key));
