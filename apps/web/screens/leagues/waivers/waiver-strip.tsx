import type { ComingRun } from "@first-bounce/contract/draft/waivers";
import { useTranslation } from "react-i18next";
import { Icon } from "../../../components/icon/icon.tsx";
import { formatRunTime } from "../../../draft-league/player-state.ts";
import { formatInteger } from "../../../i18n/format.ts";
import { useRoundLabel } from "../../../i18n/use-round-label.ts";
import { useLeague } from "../league/use-league.ts";
import { useWaivers } from "./use-waivers.tsx";
import styles from "./waivers.module.css";

/**
 * Gets the key of the text that says why a run is due at its time. A league's first run comes two days after its draft, or after
 * the round before was published if there is one, and its text says so.
 */
function getReasonKey({ reason, roundId }: ComingRun, startRoundId: number) {
	const followsDraft = reason === "second-day" && roundId === startRoundId;
	if (!followsDraft) return reason;
	return roundId === 1 ? ("second-day-after-draft" as const) : ("second-day-after-draft-or-round" as const);
}

/**
 * The next waiver run, the reason for its time, and the user's budget and place in the order.
 *
 * @param isShort whether phones show only the run
 */
export const WaiverStrip = ({ isShort = false }: { readonly isShort?: boolean }) => {
	const { t } = useTranslation();
	const formatRoundLabel = useRoundLabel();
	const { runs, ownTeam, season, now } = useWaivers();
	const { startId } = useLeague();
	const { order } = runs;
	const [nextRun] = runs.coming;
	const place = order.findIndex(({ teamId }) => teamId === ownTeam?.teamId) + 1;
	const budget = order[place - 1]?.budget ?? null;
	return (
		<section className={styles.strip} data-short={isShort || undefined} aria-label={t("waivers.next.title")}>
			<Icon name="history" size={20} />
			<div>
				<p>
					{t("waivers.next.label")}{" "}
					<b>
						{nextRun
							? formatRunTime(Date.parse(nextRun.dueAt), now)
							: t(season.current?.id === season.rules.lastRound ? "waivers.next.over" : "waivers.next.none")}
					</b>
				</p>
				{nextRun ? (
					<small>
						{t(`waivers.next.reason.${getReasonKey(nextRun, startId)}`, {
							round: formatRoundLabel(nextRun.roundId, season.rules),
							before: formatRoundLabel(nextRun.roundId - 1, season.rules),
						})}
					</small>
				) : null}
			</div>
			{place === 0 ? null : (
				<dl>
					{budget === null ? null : (
						<div>
							<dt>{t("waivers.budget.left")}</dt>
							<dd>${formatInteger(budget)}</dd>
						</div>
					)}
					<div>
						<dt>{t("waivers.order.yours")}</dt>
						<dd>{t("waivers.order.place", { place, count: order.length })}</dd>
					</div>
				</dl>
			)}
		</section>
	);
};
