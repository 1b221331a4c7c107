/** Age in whole years; null for a birthday that is missing, 0 or invalid. */
export function computeAge(birthday: string | number | null, now: number): number | null {
	const match = typeof birthday === "string" ? /^(\d{4})-(\d\d)-(\d\d)/.exec(birthday) : null;
	if (!match) return null;
	const [year = 0, month = 0, day = 0] = match.slice(1).map(Number);
	if (year === 0 || month === 0 || day === 0) return null;
	const today = new Date(now);
	const elapsed = [today.getMonth() + 1 - month, today.getDate() - day].find((difference) => difference !== 0) ?? 0;
	return today.getFullYear() - year - (elapsed < 0 ? 1 : 0);
}
