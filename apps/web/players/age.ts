/** Age in whole years; null for a birthday that is missing, 0 or invalid. */
export function computeAge(birthday: string | number | null, now: number): number | null {
	const born = typeof birthday === "string" ? /^(\d{4})-(\d\d)-(\d\d)/.exec(birthday) : null;
	if (!born) return null;
	const [year = 0, month = 0, day = 0] = born.slice(1).map(Number);
	if (year === 0 || month === 0 || day === 0) return null;
	const today = new Date(now);
	const hadBirthday = [today.getMonth() + 1 - month, today.getDate() - day].find((difference) => difference !== 0) ?? 0;
	return today.getFullYear() - year - (hadBirthday < 0 ? 1 : 0);
}
