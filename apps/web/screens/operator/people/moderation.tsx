import type { SuccessOf } from "@first-bounce/contract/call";
import {
	listNames,
	listReports,
	moderateName,
	type NameEntry,
	settleReport,
} from "@first-bounce/contract/operator/people";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { client } from "../../../api/client.ts";
import { useCall } from "../../../api/use-call.ts";
import { Button } from "../../../components/button/button.tsx";
import { CheckboxField } from "../../../components/fields/checkbox-field.tsx";
import { TextField } from "../../../components/fields/text-field.tsx";
import { Segmented } from "../../../components/segmented/segmented.tsx";
import { ActionDialog } from "../parts/action-dialog.tsx";
import { DateTime } from "../parts/date-time.tsx";
import { Panel } from "../parts/panel.tsx";
import styles from "../parts/person.module.css";
import { ActionButton, useIsAllowed } from "../parts/role.tsx";
import { Pagination, usePagination } from "../parts/table/pagination.tsx";
import { QueryTable } from "../parts/table/query-table.tsx";
import { SearchBox } from "../parts/table/search-box.tsx";

const MUTE_DAYS = 7;

interface ReportProps {
	readonly report: SuccessOf<typeof listReports>["reports"][number];
	readonly onClose: () => void;
}

const ReportDialog = ({ report, onClose }: ReportProps) => {
	const { t } = useTranslation("operator");
	const [verdict, setVerdict] = useState<"hide" | "keep">("hide");
	const [mutes, setMutes] = useState(false);
	const { id, kind } = report;
	return (
		<ActionDialog
			title={report.leagueName}
			effect={t(`moderation.report.${verdict}`)}
			confirm={t("moderation.settle")}
			done={t("moderation.settled")}
			onClose={onClose}
			onConfirm={(reason) =>
				client(settleReport, {
					params: { id },
					body: { reason, kind, hide: verdict === "hide", muteDays: mutes ? MUTE_DAYS : 0 },
				})
			}
		>
			<blockquote>{report.text}</blockquote>
			<Segmented
				label={t("rounds.what")}
				choices={(["hide", "keep"] as const).map((value) => ({ value, label: t(`moderation.verdict.${value}`) }))}
				value={verdict}
				onChange={setVerdict}
			/>
			<CheckboxField name="mute" isSelected={mutes} onChange={setMutes}>
				{t("moderation.mute")}
			</CheckboxField>
		</ActionDialog>
	);
};

/** Renames a team or league, removes its picture, or both. The owner gets the reason. */
const NameDialog = ({ entry, onClose }: { readonly entry: NameEntry; readonly onClose: () => void }) => {
	const { t } = useTranslation("operator");
	const [rename, setRename] = useState(true);
	const [name, setName] = useState("");
	const [removePicture, setRemovePicture] = useState(false);
	return (
		<ActionDialog
			title={entry.name}
			effect={t("moderation.effect", { owner: entry.owner })}
			confirm={t("moderation.moderate")}
			done={t("moderation.done", { name: entry.name })}
			isIncomplete={!rename && !removePicture}
			onClose={onClose}
			onConfirm={(reason) =>
				client(moderateName, {
					params: { id: entry.id },
					body: { reason, kind: entry.kind, rename, removePicture, ...(name.trim() ? { name: name.trim() } : {}) },
				})
			}
		>
			<CheckboxField name="rename" isSelected={rename} onChange={setRename}>
				{t("moderation.rename")}
			</CheckboxField>
			{rename ? (
				<TextField
					name="name"
					label={t("moderation.newName")}
					hint={t("moderation.newNameHint")}
					value={name}
					onChange={setName}
					maxLength={30}
				/>
			) : null}
			{entry.picture ? (
				<CheckboxField name="picture" isSelected={removePicture} onChange={setRemovePicture}>
					{t("moderation.removePicture")}
				</CheckboxField>
			) : null}
		</ActionDialog>
	);
};

type Kind = NameEntry["kind"];

const Names = ({ kind, search }: { readonly kind: Kind; readonly search: string }) => {
	const { t } = useTranslation("operator");
	const pages = usePagination();
	const [openEntry, setOpenEntry] = useState<NameEntry | null>(null);
	const query = { kind, ...(search ? { search } : {}), ...pages.query };
	return (
		<QueryTable
			query={useCall(listNames, { query })}
			rows={({ names }) => names}
			empty={{ title: t("moderation.none"), text: t("moderation.noneText") }}
			caption={t(`moderation.${kind}`)}
			getKey={({ id }) => id}
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
		>
			{({ nextBefore }) => (
				<>
					<Pagination pages={pages} nextBefore={nextBefore} />
					{openEntry ? <NameDialog entry={openEntry} onClose={() => setOpenEntry(null)} /> : null}
				</>
			)}
		</QueryTable>
	);
};

/** Unique across kinds, because announcements and messages have separate id sequences. */
const getReportKey = ({ kind, id }: { readonly kind: string; readonly id: number }) => `${kind} ${id}`;

const Reports = () => {
	const { t } = useTranslation("operator");
	const [openReportKey, setOpenReportKey] = useState<string | null>(null);
	const pages = usePagination();
	const { before: skip } = pages.query;
	const result = useCall(listReports, { query: skip === undefined ? {} : { skip } });
	const report = result.data?.reports.find((candidate) => getReportKey(candidate) === openReportKey);
	return (
		<QueryTable
			query={result}
			rows={({ reports }) => reports}
			empty={{ title: t("moderation.noReports"), text: t("moderation.noReportsText") }}
			caption={t("moderation.reports")}
			getKey={getReportKey}
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
		>
			{({ nextSkip = null }) => (
				<>
					<Pagination pages={pages} nextBefore={nextSkip} isOldestFirst />
					{report ? <ReportDialog report={report} onClose={() => setOpenReportKey(null)} /> : null}
				</>
			)}
		</QueryTable>
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
