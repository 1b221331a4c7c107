import { dismissPayload, listPayloads, releasePayload, showPayload } from "@first-bounce/contract/operator/feeds";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { client } from "../../../api/client.ts";
import { useCall } from "../../../api/use-call.ts";
import { Button } from "../../../components/button/button.tsx";
import { Segmented } from "../../../components/segmented/segmented.tsx";
import styles from "../parts/action-dialog.module.css";
import { ActionDialog } from "../parts/action-dialog.tsx";
import { DateTime } from "../parts/date-time.tsx";
import { Panel } from "../parts/panel.tsx";
import { QueryDialog } from "../parts/query-content.tsx";
import { ActionButton } from "../parts/role.tsx";
import { Badge } from "../parts/table/badge.tsx";
import { Pagination, usePagination } from "../parts/table/pagination.tsx";
import { QueryTable } from "../parts/table/query-table.tsx";
import { usePlayerNames } from "../parts/use-player-names.ts";
import { FaultyStatLines, ReducedStatLines } from "../stats/faulty-lines.tsx";
import { StatsUpload } from "../stats/stats-upload.tsx";
import { AnnouncedStarts } from "./announced-starts.tsx";

/** Indents JSON; anything else is shown unchanged. */
function formatPayload(text: string): string {
	try {
		return JSON.stringify(JSON.parse(text), null, 2);
	} catch {
		return text;
	}
}

const PayloadDialog = ({ id, onClose }: { readonly id: number; readonly onClose: () => void }) => {
	const { t } = useTranslation("operator");
	const addPlayerNames = usePlayerNames();
	const result = useCall(showPayload, { params: { id } });
	const [action, setAction] = useState<"release" | "dismiss" | null>(null);
	if (action)
		return (
			<ActionDialog
				title={t("feeds.payload", { id })}
				effect={t(`feeds.effect.${action}`)}
				confirm={t(`feeds.${action}`)}
				done={t(`feeds.done.${action}`)}
				onClose={onClose}
				onConfirm={(reason) =>
					client(action === "release" ? releasePayload : dismissPayload, { params: { id }, body: { reason } })
				}
			/>
		);
	return (
		<QueryDialog title={t("feeds.payload", { id })} query={result} onClose={onClose}>
			{({ payload, text, isCut }) => (
				<>
					{payload.problems.length + payload.warnings.length > 0 ? (
						<ul className={styles.problems}>
							{[...new Set([...payload.problems, ...payload.warnings])].map((problem) => (
								<li key={problem}>{addPlayerNames(problem)}</li>
							))}
						</ul>
					) : null}
					{payload.repeatedProblems > 0 ? <p>{t("feeds.noted", { count: payload.repeatedProblems })}</p> : null}
					<textarea
						className={styles.raw}
						aria-label={t("feeds.body")}
						readOnly
						rows={14}
						value={formatPayload(text)}
					/>
					{isCut ? <p>{t("feeds.cut")}</p> : null}
					{payload.verdict === "quarantined" ? (
						<div className={styles.buttons}>
							<ActionButton call={releasePayload} variant="main" onPress={() => setAction("release")}>
								{t("feeds.release")}
							</ActionButton>
							<ActionButton call={dismissPayload} onPress={() => setAction("dismiss")}>
								{t("feeds.dismiss")}
							</ActionButton>
						</div>
					) : null}
				</>
			)}
		</QueryDialog>
	);
};

const TONES = {
	received: "plain",
	applied: "good",
	unchanged: "plain",
	quarantined: "bad",
	dismissed: "plain",
	superseded: "plain",
} as const;
const VERDICTS = ["quarantined", "applied", "dismissed", "superseded", "all"] as const;

interface TableProps {
	readonly verdict: (typeof VERDICTS)[number];
	readonly onView: (id: number) => void;
}

const PayloadTable = ({ verdict, onView }: TableProps) => {
	const { t } = useTranslation("operator");
	const addPlayerNames = usePlayerNames();
	const pages = usePagination();
	const query = { ...(verdict === "all" ? {} : { verdict }), ...pages.query };
	return (
		<QueryTable
			query={useCall(listPayloads, { query }, { refetchInterval: 15_000 })}
			rows={({ payloads }) => payloads}
			empty={{ title: t("feeds.none"), text: t("feeds.noneText") }}
			caption={t("section.feeds")}
			getKey={({ id }) => id}
			actions={({ id }) => (
				<Button onPress={() => onView(id)} aria-label={t("feeds.view", { id })}>
					{t("view")}
				</Button>
			)}
			columns={[
				{ id: "at", head: t("feeds.received"), cell: ({ receivedAt }) => <DateTime at={receivedAt} /> },
				{
					id: "what",
					head: t("feeds.what"),
					cell: ({ source, kind, subject }) => `${source} · ${kind} ${subject}`,
				},
				{
					id: "verdict",
					head: t("feeds.verdict"),
					cell: ({ verdict }) => <Badge tone={TONES[verdict]}>{t(`verdict.${verdict}`)}</Badge>,
				},
				{
					id: "problems",
					head: t("feeds.problems"),
					isWide: true,
					cell: ({ problems, warnings, repeatedProblems }) => {
						const known = repeatedProblems > 0 ? [t("feeds.noted", { count: repeatedProblems })] : [];
						return addPlayerNames([...problems, ...warnings, ...known].join("; ")) || "–";
					},
				},
			]}
		>
			{({ nextBefore }) => <Pagination pages={pages} nextBefore={nextBefore} />}
		</QueryTable>
	);
};

/** The payloads of feeds; by default those in quarantine. */
const Payloads = () => {
	const { t } = useTranslation("operator");
	const [verdict, setVerdict] = useState<(typeof VERDICTS)[number]>("quarantined");
	const [payloadId, setPayloadId] = useState<number | null>(null);
	return (
		<Panel
			title={t("section.feeds")}
			text={t("feeds.text")}
			tools={
				<>
					<StatsUpload onUploaded={({ id }) => setPayloadId(id)} />
					<Segmented
						label={t("feeds.which")}
						variant="chips"
						choices={VERDICTS.map((value) => ({ value, label: t(`verdict.${value}`) }))}
						value={verdict}
						onChange={setVerdict}
					/>
				</>
			}
		>
			<PayloadTable key={verdict} verdict={verdict} onView={setPayloadId} />
			{payloadId !== null ? <PayloadDialog id={payloadId} onClose={() => setPayloadId(null)} /> : null}
		</Panel>
	);
};

export const FeedsSection = () => (
	<>
		<AnnouncedStarts />
		<FaultyStatLines />
		<Payloads />
		<ReducedStatLines />
	</>
);
