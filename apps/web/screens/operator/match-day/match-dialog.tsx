import type { BodyOf } from "@first-bounce/contract/call";
import { previewAbandonment } from "@first-bounce/contract/operator/match-day";
import { changeMatch, type OperatorMatch } from "@first-bounce/contract/operator/season";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { client } from "../../../api/client.ts";
import { useCall } from "../../../api/use-call.ts";
import { TextField } from "../../../components/fields/text-field.tsx";
import { Segmented } from "../../../components/segmented/segmented.tsx";
import { SelectChip } from "../../../components/select/select-chip.tsx";
import dialogStyles from "../parts/action-dialog.module.css";
import { ActionDialog } from "../parts/action-dialog.tsx";
import { DateTime } from "../parts/date-time.tsx";
import { NumberField } from "../parts/number-field.tsx";
import { QueryContent } from "../parts/query-content.tsx";
import type { OperatorRound } from "../parts/round-choice.tsx";
import { TimeField } from "../parts/time-field.tsx";
import styles from "./match-day.module.css";

interface EffectProps {
	readonly matchId: number;
	readonly action: "move" | "abandon";
}

const MatchEffect = ({ matchId, action }: EffectProps) => {
	const { t } = useTranslation("operator");
	const isAbandoned = action === "abandon";
	return (
		<QueryContent query={useCall(previewAbandonment, { params: { id: matchId } })}>
			{({ withStats, withoutStats, teams, captains, openUntil }) => {
				const until = openUntil ? (
					<>
						{t("matchDay.effect.openUntil")} <DateTime at={openUntil} />
					</>
				) : (
					t("matchDay.effect.locked")
				);
				return (
					<div className={styles.effects}>
						<p>{t(`rounds.effect.${action}`)}</p>
						<ul>
							{isAbandoned ? (
								<>
									<li>{t("matchDay.effect.withStats", { count: withStats })}</li>
									<li>{t("matchDay.effect.withoutStats", { count: withoutStats })}</li>
								</>
							) : null}
							<li>{t("matchDay.effect.teams", { count: teams })}</li>
							<li>{t("matchDay.effect.captains", { count: captains })}</li>
							{isAbandoned ? <li>{until}</li> : null}
						</ul>
						{isAbandoned ? <p>{t("matchDay.effect.undo")}</p> : null}
					</div>
				);
			}}
		</QueryContent>
	);
};

type Change = BodyOf<typeof changeMatch>["change"];
type Action = Change["do"];

interface Props {
	readonly match: OperatorMatch;
	/** The start time announced by the feed, suggested as the new start time. */
	readonly announced?: string;
	readonly name: string;
	readonly rounds: readonly OperatorRound[];
	readonly onClose: () => void;
}

function listActions({ status, isAbandoned }: OperatorMatch): readonly Action[] {
	if (isAbandoned) return ["reinstate"];
	if (status === "scheduled") return ["reschedule", "move", "state", "abandon"];
	return status === "playing" ? ["state", "abandon"] : ["state"];
}

/** A started match may be reset to scheduled, for example if it is played on another day. */
const listStatuses = ({ status }: OperatorMatch): readonly OperatorMatch["status"][] =>
	status === "scheduled" ? ["playing", "complete"] : ["scheduled", "playing", "complete"];

interface Draft {
	readonly startsAt: string;
	readonly venue: string;
	readonly toRoundId: number;
	readonly status: OperatorMatch["status"];
	readonly minutes: number | null;
	readonly homeScore: number | null;
	readonly awayScore: number | null;
}

function buildChange(action: Action, draft: Draft): Change {
	const { startsAt, venue, toRoundId, status, minutes, homeScore, awayScore } = draft;
	if (action === "reschedule") return { do: action, startsAt, venue };
	if (action === "move") return { do: action, toRoundId, startsAt };
	if (action === "state") return { do: action, status, minutes, homeScore, awayScore };
	return { do: action };
}

const ClockAndScore = ({
	draft: { minutes, homeScore, awayScore },
	onChange,
}: {
	readonly draft: Draft;
	readonly onChange: (part: Partial<Draft>) => void;
}) => {
	const { t } = useTranslation("operator");
	return (
		<div className={dialogStyles.threeColumns}>
			<NumberField
				label={t("rounds.minutes")}
				max={240}
				value={minutes}
				onChange={(minutes) => onChange({ minutes })}
			/>
			<NumberField
				label={t("rounds.home")}
				max={400}
				value={homeScore}
				onChange={(homeScore) => onChange({ homeScore })}
			/>
			<NumberField
				label={t("rounds.away")}
				max={400}
				value={awayScore}
				onChange={(awayScore) => onChange({ awayScore })}
			/>
		</div>
	);
};

/** Changes a match, with the consequences for teams explained before confirming. */
export const MatchDialog = ({ match, announced, name, rounds, onClose }: Props) => {
	const { t } = useTranslation("operator");
	const choices = listActions(match);
	const [action, setAction] = useState<Action>(choices[0] ?? "state");
	const otherRounds = rounds.filter(({ id, phase }) => phase !== "complete" && id !== match.roundId);
	const [draft, setDraft] = useState<Draft>({
		startsAt: announced ?? match.startsAt,
		venue: match.venue,
		toRoundId: otherRounds[0]?.id ?? match.roundId,
		status: match.status === "complete" ? "complete" : "playing",
		minutes: match.minutes,
		homeScore: match.homeScore,
		awayScore: match.awayScore,
	});
	const isReset = action === "state" && draft.status === "scheduled";
	const set = (part: Partial<Draft>) => setDraft({ ...draft, ...part });
	return (
		<ActionDialog
			title={name}
			effect={
				action === "abandon" || action === "move" ? (
					<MatchEffect matchId={match.id} action={action} />
				) : (
					t(isReset ? "rounds.resetEffect" : `rounds.effect.${action}`)
				)
			}
			confirm={t(`rounds.do.${action}`)}
			done={t("rounds.done", { match: name })}
			isIncomplete={(action === "reschedule" || action === "move") && draft.startsAt === ""}
			onClose={onClose}
			onConfirm={(reason) =>
				client(changeMatch, { params: { id: match.id }, body: { reason, change: buildChange(action, draft) } })
			}
		>
			<Segmented
				label={t("rounds.what")}
				variant="chips"
				choices={choices.map((value) => ({ value, label: t(`rounds.do.${value}`) }))}
				value={action}
				onChange={setAction}
			/>
			{action === "move" ? (
				<SelectChip
					label={t("rounds.toRound")}
					value={draft.toRoundId}
					choices={otherRounds.map(({ id }) => ({ value: id, label: t("overview.round", { id }) }))}
					onChange={(toRoundId) => set({ toRoundId })}
				/>
			) : null}
			{action === "reschedule" || action === "move" ? (
				<TimeField label={t("rounds.starts")} value={draft.startsAt} onChange={(startsAt) => set({ startsAt })} />
			) : null}
			{action === "reschedule" ? (
				<TextField
					name="venue"
					label={t("rounds.venue")}
					value={draft.venue}
					onChange={(venue) => set({ venue })}
					maxLength={100}
				/>
			) : null}
			{action === "state" ? (
				<>
					<Segmented
						label={t("rounds.status")}
						choices={listStatuses(match).map((value) => ({ value, label: t(`matchStatus.${value}`) }))}
						value={draft.status}
						onChange={(status) => set({ status })}
					/>
					{isReset ? null : <ClockAndScore draft={draft} onChange={set} />}
				</>
			) : null}
		</ActionDialog>
	);
};
