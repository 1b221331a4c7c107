import {
	acceptLateCorrection,
	acceptLateCorrections,
	dismissLateCorrection,
	type LateCorrection,
	listStatReviews,
	previewLateCorrection,
	previewLateCorrections,
} from "@first-bounce/contract/operator/reviews";
import type { TFunction } from "i18next";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { client } from "../../../api/client.ts";
import { useCall } from "../../../api/use-call.ts";
import { Button } from "../../../components/button/button.tsx";
import { QueryError } from "../../../components/states/states.tsx";
import dialogStyles from "../parts/action-dialog.module.css";
import { ActionDialog } from "../parts/action-dialog.tsx";
import { DateTime } from "../parts/date-time.tsx";
import { Panel } from "../parts/panel.tsx";
import { QueryContent, QueryDialog } from "../parts/query-content.tsx";
import { ActionButton } from "../parts/role.tsx";
import { DataTable } from "../parts/table/data-table.tsx";
import { useClubs } from "../parts/use-clubs.ts";
import { CorrectionSummary } from "./correction-effect.tsx";
import { useStatChanges } from "./stat-counts.ts";

const formatScore = ({ home, away }: NonNullable<LateCorrection["score"]>["before"]): string =>
	`${home ?? "?"}–${away ?? "?"}`;

const formatScoreChange = (t: TFunction<"operator">, { before, reported }: NonNullable<LateCorrection["score"]>) =>
	t("late.score", { before: formatScore(before), after: formatScore(reported) });

interface Props {
	readonly matchId: number;
	readonly name: string;
	readonly onClose: () => void;
}

const LateCorrectionDialog = ({ matchId, name, onClose }: Props) => {
	const { t } = useTranslation("operator");
	const formatChanges = useStatChanges();
	const result = useCall(previewLateCorrection, { params: { id: matchId } });
	const [decision, setDecision] = useState<{ action: "accept" | "dismiss"; version: string } | null>(null);
	if (decision) {
		const { action, version } = decision;
		return (
			<ActionDialog
				title={name}
				effect={t(`late.effect.${action}`)}
				confirm={t(`late.${action}`)}
				done={t(`late.done.${action}`, { name })}
				onClose={onClose}
				onConfirm={(reason) => {
					const request = { params: { id: matchId }, body: { reason, version } };
					return action === "accept" ? client(acceptLateCorrection, request) : client(dismissLateCorrection, request);
				}}
			/>
		);
	}
	return (
		<QueryDialog title={name} query={result} onClose={onClose}>
			{({ correction, effect }) => (
				<>
					<ul>
						{correction.score ? <li>{formatScoreChange(t, correction.score)}</li> : null}
						{correction.lines.map((line) => (
							<li key={line.playerId}>
								<b>{line.name}</b> {formatChanges(line)}
							</li>
						))}
					</ul>
					<CorrectionSummary effect={effect} />
					<div className={dialogStyles.buttons}>
						<ActionButton
							call={acceptLateCorrection}
							variant="main"
							onPress={() => setDecision({ action: "accept", version: correction.version })}
						>
							{t("late.accept")}
						</ActionButton>
						<ActionButton
							call={dismissLateCorrection}
							onPress={() => setDecision({ action: "dismiss", version: correction.version })}
						>
							{t("late.dismiss")}
						</ActionButton>
					</div>
				</>
			)}
		</QueryDialog>
	);
};

interface AcceptAllProps {
	readonly corrections: readonly LateCorrection[];
	readonly formatCorrection: (correction: LateCorrection) => ReactNode;
	readonly onClose: () => void;
}

/** Accepts all late corrections together, after showing their combined effect. */
const AcceptAllDialog = ({ corrections, formatCorrection, onClose }: AcceptAllProps) => {
	const { t } = useTranslation("operator");
	const reviewedVersions = corrections.map(({ match, version }) => ({ matchId: match.id, version }));
	const effect = useCall(previewLateCorrections, { body: { corrections: reviewedVersions } });
	const count = corrections.length;
	return (
		<ActionDialog
			title={t("late.acceptAll", { count })}
			effect={
				<>
					<ul>
						{corrections.map((correction) => (
							<li key={correction.match.id}>{formatCorrection(correction)}</li>
						))}
					</ul>
					<QueryContent query={effect}>{(data) => <CorrectionSummary effect={data} />}</QueryContent>
					<p>{t("late.effect.accept")}</p>
				</>
			}
			confirm={t("late.acceptAll", { count })}
			done={t("late.done.acceptAll", { count })}
			onClose={onClose}
			onConfirm={(reason) => client(acceptLateCorrections, { body: { reason, corrections: reviewedVersions } })}
		/>
	);
};

/** Matches whose stats have changed since publication; hidden if there are none. */
export const LateCorrections = () => {
	const { t } = useTranslation("operator");
	const { getMatchName } = useClubs();
	const formatChanges = useStatChanges();
	const [openCorrection, setOpenCorrection] = useState<LateCorrection | null>(null);
	// A copy of the list, so that a refetch does not add a correction that the operator has not seen.
	const [correctionsToAccept, setCorrectionsToAccept] = useState<readonly LateCorrection[] | null>(null);
	const query = useCall(listStatReviews, {}, { refetchInterval: 15_000 });
	const formatCorrection = ({ score, lines }: LateCorrection) =>
		[
			...(score ? [formatScoreChange(t, score)] : []),
			...lines.map((line) => `${line.name}: ${formatChanges(line)}`),
		].join("; ");
	const corrections = query.data?.lateCorrections ?? [];
	return (
		<>
			<QueryError queries={[query]} />
			{corrections.length > 0 ? (
				<Panel title={t("late.title")} text={t("late.text")}>
					<DataTable
						caption={t("late.title")}
						rows={corrections}
						getKey={({ match }) => match.id}
						actions={(correction) => (
							<Button
								onPress={() => setOpenCorrection(correction)}
								aria-label={`${t("late.view")}: ${getMatchName(correction.match)}`}
							>
								{t("late.view")}
							</Button>
						)}
						columns={[
							{ id: "match", head: t("rounds.match"), cell: ({ match }) => getMatchName(match) },
							{
								id: "changes",
								head: t("faultyLines.change"),
								cell: formatCorrection,
							},
							{ id: "since", head: t("feeds.received"), isWide: true, cell: ({ since }) => <DateTime at={since} /> },
						]}
					/>
					{corrections.length > 1 ? (
						<p>
							<ActionButton call={acceptLateCorrections} onPress={() => setCorrectionsToAccept(corrections)}>
								{t("late.acceptAll", { count: corrections.length })}
							</ActionButton>
						</p>
					) : null}
				</Panel>
			) : null}
			{correctionsToAccept ? (
				<AcceptAllDialog
					corrections={correctionsToAccept}
					formatCorrection={(correction) => (
						<>
							<b>{getMatchName(correction.match)}</b> {formatCorrection(correction)}
						</>
					)}
					onClose={() => setCorrectionsToAccept(null)}
				/>
			) : null}
			{openCorrection ? (
				<LateCorrectionDialog
					matchId={openCorrection.match.id}
					name={getMatchName(openCorrection.match)}
					onClose={() => setOpenCorrection(null)}
				/>
			) : null}
		</>
	);
};
