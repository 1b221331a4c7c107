import { listNames, listReports, moderateName, type NameEntry } from "@first-bounce/contract/operator/people";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useCall } from "../../../api/use-call.ts";
import { Button } from "../../../components/button/button.tsx";
import { Segmented } from "../../../components/segmented/segmented.tsx";
import { DateTime } from "../parts/date-time.tsx";
import { Panel } from "../parts/panel.tsx";
import styles from "../parts/person.module.css";
import { QueryContent } from "../parts/query-content.tsx";
import { ActionButton, useIsAllowed } from "../parts/role.tsx";
import { DataTable } from "../parts/table/data-table.tsx";
import { Pagination } from "../parts/table/pagination.tsx";
import { SearchBox } from "../parts/table/search-box.tsx";
import { usePagination } from "../parts/table/use-pagination.ts";
import { NameDialog } from "./name-dialog.tsx";
import { ReportDialog } from "./report-dialog.tsx";

type Kind = NameEntry["kind"];

const Names = ({ kind, search }: { readonly kind: Kind; readonly search: string }) => {
	const { t } = useTranslation("operator");
	const pages = usePagination();
	const [openEntry, setOpenEntry] = useState<NameEntry | null>(null);
	const before = pages.before === undefined ? {} : { before: pages.before };
	const result = useCall(listNames, { query: { kind, ...(search ? { search } : {}), ...before } });
	return (
		<QueryContent
			query={result}
			empty={{ when: ({ names }) => names.length === 0, title: t("moderation.none"), text: t("moderation.noneText") }}
		>
			{({ names, nextBefore }) => (
				<>
					<DataTable
						caption={t(`moderation.${kind}`)}
						rows={names}
						getKey={({ id }) => id}
						actionsHead={t("action")}
						actions={(entry) => (
							<ActionButton
								call={moderateName}
								onPress={() => setOpenEntry(entry)}
								aria-label={t("moderation.moderateIt", { name: entry.name })}
							>
								{t("moderation.moderate")}
							</ActionButton>
						)}
						columns={[
							{
								id: "name",
								head: t("moderation.name"),
								cell: ({ name, picture }) => (
									<span className={styles.person}>
										{picture ? <img className={styles.picture} src={picture} alt="" loading="lazy" /> : null}
										{name}
									</span>
								),
							},
							{
								id: "owner",
								head: t("moderation.owner"),
								cell: ({ owner, deputies }) => (
									<>
										{owner}
										{deputies.length > 0 ? (
											<small>{t("moderation.deputies", { count: deputies.length, names: deputies.join(", ") })}</small>
										) : null}
									</>
								),
							},
							{ id: "at", head: t("moderation.since"), isWide: true, cell: ({ at }) => <DateTime at={at} /> },
						]}
					/>
					<Pagination pages={pages} nextBefore={nextBefore} />
					{openEntry ? <NameDialog entry={openEntry} onClose={() => setOpenEntry(null)} /> : null}
				</>
			)}
		</QueryContent>
	);
};

/** Unique across kinds, because announcements and messages have separate id sequences. */
const getReportKey = ({ kind, id }: { readonly kind: string; readonly id: number }) => `${kind} ${id}`;

const Reports = () => {
	const { t } = useTranslation("operator");
	const [openReportKey, setOpenReportKey] = useState<string | null>(null);
	const result = useCall(listReports, {});
	const report = result.data?.reports.find((candidate) => getReportKey(candidate) === openReportKey);
	return (
		<QueryContent
			query={result}
			empty={{
				when: ({ reports }) => reports.length === 0,
				title: t("moderation.noReports"),
				text: t("moderation.noReportsText"),
			}}
		>
			{({ reports }) => (
				<>
					<DataTable
						caption={t("moderation.reports")}
						rows={reports}
						getKey={getReportKey}
						actionsHead={t("action")}
						actions={(item) => <Button onPress={() => setOpenReportKey(getReportKey(item))}>{t("view")}</Button>}
						columns={[
							{ id: "text", head: t("moderation.announcement"), cell: ({ text }) => text },
							{
								id: "kind",
								head: t("moderation.kind"),
								isWide: true,
								cell: ({ kind }) => t(`moderation.kinds.${kind}`),
							},
							{ id: "league", head: t("moderation.league"), cell: ({ leagueName }) => leagueName },
							{ id: "by", head: t("moderation.owner"), isWide: true, cell: ({ teamName }) => teamName },
							{ id: "reports", head: t("moderation.times"), isNumber: true, cell: ({ reports: count }) => count },
						]}
					/>
					{report ? <ReportDialog report={report} onClose={() => setOpenReportKey(null)} /> : null}
				</>
			)}
		</QueryContent>
	);
};

/** User-chosen names, pictures and texts, and reports about them. */
export const ModerationSection = () => {
	const { t } = useTranslation("operator");
	const readsReports = useIsAllowed()(listReports);
	const [shownKind, setShownKind] = useState<Kind | "reports">(readsReports ? "reports" : "team");
	const [search, setSearch] = useState("");
	const choose = (next: typeof shownKind) => {
		setShownKind(next);
		// The reports have no search box, so the search starts empty when the box appears again.
		if (next === "reports") setSearch("");
	};
	return (
		<Panel
			title={t("section.moderation")}
			text={t("moderation.text")}
			tools={
				<>
					<Segmented
						label={t("moderation.which")}
						variant="chips"
						choices={([...(readsReports ? (["reports"] as const) : []), "team", "league"] as const).map((value) => ({
							value,
							label: t(`moderation.${value}`),
						}))}
						value={shownKind}
						onChange={choose}
					/>
					{shownKind === "reports" ? null : <SearchBox label={t("moderation.find")} onSearch={setSearch} />}
				</>
			}
		>
			{shownKind === "reports" ? (
				<Reports />
			) : (
				<Names key={`${shownKind} ${search}`} kind={shownKind} search={search} />
			)}
		</Panel>
	);
};
