import { useTranslation } from "react-i18next";
import { Icon } from "../../../components/icon/icon.tsx";
import { formatRunTime } from "../../../draft-league/player-state.ts";
import { formatInteger } from "../../../i18n/format.ts";
import { useRoundLabel } from "../../../i18n/use-round-label.ts";
import { useWaivers } from "./use-waivers.tsx";
import styles from "./waivers.module.css";

/**
 * When waivers run next, why then, and what the user's team has for it.
 *
 * @param isShort whether a phone leaves out the latter
 */
export const WaiverStrip = ({ isShort = false }: { readonly isShort?: boolean }) => {
	const { t } = useTranslation();
	const formatRoundLabel = useRoundLabel();
	const { runs, own, season, now } = useWaivers();
	const { order } = runs;
	const [nextRun] = runs.coming;
	const place = order.findIndex(({ teamId }) => teamId === own?.teamId) + 1;
	const budget = order[place - 1]?.budget ?? null;
	return (
		<section className={styles.strip} data-short={isShort || undefined} aria-label={t("waivers.next.title")}>
			<Icon name="history" size={20} />
			<div>
				<p>
					{t("waivers.next.label")}{" "}
					<b>{nextRun ? formatRunTime(Date.parse(nextRun.dueAt), now) : t("waivers.next.none")}</b>
				</p>
				{nextRun ? (
					<small>
						{t(`waivers.next.reason.${nextRun.reason}`, {
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
