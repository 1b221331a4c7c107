import {
	acceptFaultyLine,
	dismissFaultyLine,
	type FaultyLine,
	listStatReviews,
	type ReducedLine,
} from "@first-bounce/contract/operator/reviews";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { client } from "../../../api/client.ts";
import { useCall } from "../../../api/use-call.ts";
import { QueryError } from "../../../components/states/states.tsx";
import dialogStyles from "../parts/action-dialog.module.css";
import { ActionDialog } from "../parts/action-dialog.tsx";
import { DateTime } from "../parts/date-time.tsx";
import { Panel } from "../parts/panel.tsx";
import { ActionButton } from "../parts/role.tsx";
import { DataTable } from "../parts/table/data-table.tsx";
import { useClubs } from "../parts/use-clubs.ts";
import { usePlayerNames } from "../parts/use-player-names.ts";
import { useStatChanges } from "./stat-counts.ts";

interface Decision {
	readonly line: FaultyLine;
	readonly action: "accept" | "dismiss";
}

/** Stat lines that were not applied, to accept or reject. */
const FaultyLines = ({ lines }: { readonly lines: readonly FaultyLine[] }) => {
	const { t } = useTranslation("operator");
	const addPlayerNames = usePlayerNames();
	const { getMatchName } = useClubs();
	const formatChanges = useStatChanges();
	const [decision, setDecision] = useState<Decision | null>(null);
	const getLabel = (line: FaultyLine, action: Decision["action"]) => `${t(`faultyLines.${action}`)}: ${line.name}`;
	return (
		<Panel title={t("faultyLines.title")} text={t("faultyLines.text")}>
			<DataTable
				caption={t("faultyLines.title")}
				rows={lines}
				getKey={({ id }) => id}
				actions={(line) => (
					<div className={dialogStyles.buttons}>
						{line.mayAccept ? (
							<ActionButton
								call={acceptFaultyLine}
								onPress={() => setDecision({ line, action: "accept" })}
								aria-label={getLabel(line, "accept")}
							>
								{t("faultyLines.accept")}
							</ActionButton>
						) : null}
						<ActionButton
							call={dismissFaultyLine}
							onPress={() => setDecision({ line, action: "dismiss" })}
							aria-label={getLabel(line, "dismiss")}
						>
							{t("faultyLines.dismiss")}
						</ActionButton>
					</div>
				)}
				columns={[
					{ id: "player", head: t("player"), cell: ({ name }) => name },
					{ id: "match", head: t("rounds.match"), isWide: true, cell: ({ match }) => getMatchName(match) },
					{ id: "problems", head: t("feeds.problems"), cell: ({ problems }) => addPlayerNames(problems.join("; ")) },
					{ id: "change", head: t("faultyLines.change"), isWide: true, cell: formatChanges },
					{ id: "since", head: t("feeds.received"), isWide: true, cell: ({ since }) => <DateTime at={since} /> },
				]}
			/>
			{decision ? (
				<ActionDialog
					title={decision.line.name}
					effect={t(`faultyLines.effect.${decision.action}`)}
					confirm={t(`faultyLines.${decision.action}`)}
					done={t(`faultyLines.done.${decision.action}`)}
					onClose={() => setDecision(null)}
					onConfirm={(reason) => {
						const { id, version } = decision.line;
						const request = { params: { id }, body: { reason, version } };
						return decision.action === "accept"
							? client(acceptFaultyLine, request)
							: client(dismissFaultyLine, request);
					}}
				>
					<p>{formatChanges(decision.line)}</p>
				</ActionDialog>
			) : null}
		</Panel>
	);
};

/** Stat lines in which a feed lowered a stat. They are already applied. */
const ReducedLines = ({ lines }: { readonly lines: readonly ReducedLine[] }) => {
	const { t } = useTranslation("operator");
	const { getMatchName } = useClubs();
	const formatChanges = useStatChanges();
	return (
		<Panel title={t("reducedLines.title")} text={t("reducedLines.text")}>
			<DataTable
				caption={t("reducedLines.title")}
				rows={lines}
				getKey={({ id }) => id}
				columns={[
					{ id: "player", head: t("player"), cell: ({ name }) => name },
					{ id: "match", head: t("rounds.match"), isWide: true, cell: ({ match }) => getMatchName(match) },
					{ id: "change", head: t("faultyLines.change"), cell: formatChanges },
					{ id: "since", head: t("feeds.received"), cell: ({ since }) => <DateTime at={since} /> },
				]}
			/>
		</Panel>
	);
};

const useStatReviews = () => useCall(listStatReviews, {}, { refetchInterval: 15_000 });

/** Stat lines that need a decision; hidden if there are none. */
export const FaultyStatLines = () => {
	const query = useStatReviews();
	const lines = query.data?.faultyLines ?? [];
	return lines.length > 0 ? <FaultyLines lines={lines} /> : <QueryError queries={[query]} />;
};

/** Stat lines that need no decision; hidden if there are none. FaultyStatLines, above it, shows an error. */
export const ReducedStatLines = () => {
	const lines = useStatReviews().data?.reducedLines ?? [];
	return lines.length > 0 ? <ReducedLines lines={lines} /> : null;
};
