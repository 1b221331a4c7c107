import { type ClosingLetter, showClosingLetter } from "@first-bounce/contract/operator/closing-letter";
import { useTranslation } from "react-i18next";
import { useCall } from "../../../api/use-call.ts";
import { formatInteger, formatMoney } from "../../../i18n/format.ts";
import dialogStyles from "../parts/action-dialog.module.css";
import { DateTime } from "../parts/date-time.tsx";
import { QueryContent } from "../parts/query-content.tsx";
import { Badge } from "../parts/table/badge.tsx";
import styles from "./match-day.module.css";

const TONES = { waiting: "plain", passed: "good", differs: "bad", failed: "warn" } as const;

const Prices = ({ title, changes }: { readonly title: string; readonly changes: ClosingLetter["prices"]["rises"] }) => {
	const { t } = useTranslation("operator");
	if (changes.length === 0) return null;
	return (
		<>
			<dt>{title}</dt>
			{changes.map(({ playerId, name, before, after }) => (
				<dd key={playerId}>{t("letter.price", { name, before: formatMoney(before), after: formatMoney(after) })}</dd>
			))}
		</>
	);
};

/** The closing letter that operators get by mail after a round is published. */
export const ClosingLetterContent = ({ roundId }: { readonly roundId: number }) => {
	const { t } = useTranslation("operator");
	return (
		<QueryContent query={useCall(showClosingLetter, { params: { id: roundId } })}>
			{({ letter }) => {
				const { winners, participation, corrections, quarantined, prices, verification, sentAt } = letter;
				return (
					<section className={styles.letter} aria-label={t("letter.title")}>
						<h3>{t("letter.title")}</h3>
						<dl className={dialogStyles.facts}>
							<dt>{t("letter.winners")}</dt>
							{winners.length === 0 ? <dd>{t("letter.none")}</dd> : null}
							{winners.map(({ teamId, teamName, points }) => (
								<dd key={teamId}>
									{t("letter.winner", { team: teamName || t("letter.closed"), points: formatInteger(points) })}
								</dd>
							))}
							<dt>{t("letter.participation")}</dt>
							<dd>
								{t("letter.teams", {
									count: participation.teams,
									changed: formatInteger(participation.changed),
									trades: formatInteger(participation.trades),
								})}
							</dd>
							<dt>{t("letter.corrections")}</dt>
							{corrections.length === 0 ? <dd>{t("letter.noCorrections")}</dd> : null}
							{corrections.map(({ player, reason, at }) => (
								<dd key={`${player} ${at}`}>{t("letter.correction", { player, reason })}</dd>
							))}
							<dt>{t("letter.quarantine")}</dt>
							<dd>{formatInteger(quarantined)}</dd>
							<Prices title={t("letter.rises")} changes={prices.rises} />
							<Prices title={t("letter.falls")} changes={prices.falls} />
							<Prices title={t("letter.unusual")} changes={prices.unusual} />
							<dt>{t("letter.verification")}</dt>
							<dd>
								<Badge tone={TONES[verification.state]}>
									{t(`letter.state.${verification.state}`, { id: roundId })}
								</Badge>
							</dd>
							{verification.findings.map((finding) => (
								<dd key={finding}>{finding}</dd>
							))}
							<dt>{t("letter.sent")}</dt>
							<dd>
								<DateTime at={sentAt} />
							</dd>
						</dl>
					</section>
				);
			}}
		</QueryContent>
	);
};
