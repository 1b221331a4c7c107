import { type AuditEntry, listAudit } from "@first-bounce/contract/operator/audit";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useCall } from "../../../api/use-call.ts";
import { Button } from "../../../components/button/button.tsx";
import { Dialog } from "../../../components/dialog/dialog.tsx";
import styles from "../parts/action-dialog.module.css";
import { DateTime } from "../parts/date-time.tsx";
import { Panel } from "../parts/panel.tsx";
import { Pagination, usePagination } from "../parts/table/pagination.tsx";
import { QueryTable } from "../parts/table/query-table.tsx";
import { SearchBox } from "../parts/table/search-box.tsx";

const formatValue = (value: unknown): string =>
	value === null || value === undefined ? "–" : JSON.stringify(value, null, 2);

const EntryDialog = ({ entry, onClose }: { readonly entry: AuditEntry; readonly onClose: () => void }) => {
	const { t } = useTranslation("operator");
	return (
		<Dialog title={entry.action} isOpen onClose={onClose}>
			<div className={styles.body}>
				<p>
					{entry.actor} · <DateTime at={entry.at} />
				</p>
				<p>{entry.subject}</p>
				{entry.reason ? <blockquote>{entry.reason}</blockquote> : null}
				<div className={styles.twoColumns}>
					{(["before", "after"] as const).map((side) => (
						<label key={side}>
							<span>{t(`audit.${side}`)}</span>
							<textarea className={styles.raw} readOnly rows={10} value={formatValue(entry[side])} />
						</label>
					))}
				</div>
			</div>
		</Dialog>
	);
};

const AuditEntries = ({ search }: { readonly search: string }) => {
	const { t } = useTranslation("operator");
	const pages = usePagination();
	const [entry, setEntry] = useState<AuditEntry | null>(null);
	const query = { ...(search ? { search } : {}), ...pages.query };
	return (
		<>
			<QueryTable
				query={useCall(listAudit, { query })}
				rows={({ entries }) => entries}
				empty={{ title: t("audit.none"), text: t("audit.noneText") }}
				caption={t("section.audit")}
				getKey={({ id }) => id}
				actions={(row) => (
					<Button
						onPress={() => setEntry(row)}
						aria-label={t("audit.view", { action: row.action, subject: row.subject })}
					>
						{t("view")}
					</Button>
				)}
				columns={[
					{ id: "at", head: t("audit.when"), cell: ({ at }) => <DateTime at={at} /> },
					{ id: "action", head: t("audit.action"), cell: ({ action, subject }) => `${action} · ${subject}` },
					{ id: "actor", head: t("audit.who"), isWide: true, cell: ({ actor }) => actor },
					{ id: "reason", head: t("reason"), isWide: true, cell: ({ reason }) => reason || "–" },
				]}
			>
				{({ nextBefore }) => (
					<>
						<Pagination pages={pages} nextBefore={nextBefore} />
						{pages.isFirstPage ? null : <Button onPress={pages.reset}>{t("audit.top")}</Button>}
					</>
				)}
			</QueryTable>
			{entry ? <EntryDialog entry={entry} onClose={() => setEntry(null)} /> : null}
		</>
	);
};

export const AuditSection = () => {
	const { t } = useTranslation("operator");
	const [search, setSearch] = useState("");
	return (
		<Panel
			title={t("section.audit")}
			text={t("audit.text")}
			tools={<SearchBox label={t("audit.find")} onSearch={setSearch} />}
		>
			<AuditEntries key={search} search={search} />
		</Panel>
	);
};
