import type { Violation } from "@first-bounce/rules/violation";
import type { TFunction } from "i18next";
import type { Season } from "../../../api/season-model.ts";
import { formatMoney } from "../../../i18n/format.ts";

const CODES_WITH_PLAYER = ["locked", "no-place", "came-in-this-round", "already-in-team", "not-in-team"] as const;
const CODES_WITHOUT_DETAILS = [
	"captain-not-on-field",
	"vice-captain-not-on-field",
	"no-trades-left",
	"season-complete",
] as const;

/** Explains a rule violation that the web found itself, without a request. */
export function formatViolation(violation: Violation, season: Season, t: TFunction): string {
	if (violation.code === "over-salary-cap")
		return t("violation.over-salary-cap", { amount: formatMoney(violation.by) });
	if (violation.code === "too-many-emergencies") return t("violation.too-many-emergencies", { count: violation.limit });
	const playerCode = CODES_WITH_PLAYER.find((code) => code === violation.code);
	if (playerCode && "playerId" in violation)
		return t(`violation.${playerCode}`, { name: season.getPlayerName(violation.playerId) });
	const code = CODES_WITHOUT_DETAILS.find((code) => code === violation.code);
	return code ? t(`violation.${code}`) : t("violation.other");
}
