import type { SuccessOf } from "@first-bounce/contract/call";
import { listPayloads } from "@first-bounce/contract/operator/feeds";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useCall } from "../../../api/use-call.ts";
import { Button } from "../../../components/button/button.tsx";
import { Segmented } from "../../../components/segmented/segmented.tsx";
import { DateTime } from "../parts/date-time.tsx";
import { Panel } from "../parts/panel.tsx";
import { QueryContent } from "../parts/query-content.tsx";
import { Badge } from "../parts/table/badge.tsx";
import { DataTable } from "../parts/table/data-table.tsx";
import { Pagination } from "../parts/table/pagination.tsx";
import { usePagination } from "../parts/table/use-pagination.ts";
import { usePlayerNames } from "../parts/use-player-names.ts";
import { FaultyStatLines, ReducedStatLines } from "../stats/faulty-lines.tsx";
import { StatsUpload } from "../stats/stats-upload.tsx";
import { AnnouncedStarts } from "./announced-starts.tsx";
import { PayloadDialog } from "./payload-dialog.tsx";

const TONES = {
	received: "plain",
	applied: "good",
	unchanged: "plain",
	quarantined: "bad",
	dismissed: "plain",
	superseded: "plain",
} as const;
const VERDICTS = ["quarantined", "applied", "dismissed", "superseded", "all"] as const;

const PayloadTable = ({
	payloads,
	onView,
}: {
	readonly payloads: SuccessOf<typeof listPayloads>["payloads"];
	readonly onView: (id: number) => void;
}) => {
	const { t } = useTranslation("operator");
	const addPlayerNames = usePlayerNames();
	return (
		<DataTable
			caption={t("section.feeds")}
			rows={payloads}
			getKey={({ id }) => id}
			actionsHead={t("action")}
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
		/>
	);
};

/** The payloads of feeds; by default those in quarantine. */
const Payloads = () => {
	const { t } = useTranslation("operator");
	const [verdict, setVerdict] = useState<(typeof VERDICTS)[number]>("quarantined");
	const pages = usePagination();
	const [payloadId, setPayloadId] = useState<number | null>(null);
	const query = {
		...(verdict === "all" ? {} : { verdict }),
		...(pages.before === undefined ? {} : { before: pages.before }),
	};
	const result = useCall(listPayloads, { query }, { refetchInterval: 15_000 });
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
						onChange={(next) => {
							setVerdict(next);
							pages.reset();
						}}
					/>
				</>
			}
		>
			<QueryContent
				query={result}
				empty={{ when: ({ payloads }) => payloads.length === 0, title: t("feeds.none"), text: t("feeds.noneText") }}
			>
				{({ payloads, nextBefore }) => (
					<>
						<PayloadTable payloads={payloads} onView={setPayloadId} />
						<Pagination pages={pages} nextBefore={nextBefore} />
					</>
				)}
			</QueryContent>
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
