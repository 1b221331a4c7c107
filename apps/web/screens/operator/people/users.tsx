import { findUsers } from "@first-bounce/contract/operator/people";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useCall } from "../../../api/use-call.ts";
import { Button } from "../../../components/button/button.tsx";
import { DateTime } from "../parts/date-time.tsx";
import { Panel } from "../parts/panel.tsx";
import { Badge } from "../parts/table/badge.tsx";
import { QueryTable } from "../parts/table/query-table.tsx";
import { SearchBox } from "../parts/table/search-box.tsx";
import { SuspensionEnd } from "./suspend-dialog.tsx";
import { UserDialog } from "./user-dialog.tsx";

export const UsersSection = () => {
	const { t } = useTranslation("operator");
	const [search, setSearch] = useState("");
	const [openUserId, setOpenUserId] = useState<number | null>(null);
	return (
		<Panel
			title={t("section.users")}
			text={t("users.text")}
			tools={<SearchBox label={t("users.find")} onSearch={setSearch} />}
		>
			<QueryTable
				query={useCall(findUsers, { query: search ? { search } : {} })}
				rows={({ users }) => users}
				empty={{ title: t("users.none"), text: t("users.noneText") }}
				caption={t("section.users")}
				getKey={({ id }) => id}
				actions={({ id, name }) => (
					<Button onPress={() => setOpenUserId(id)} aria-label={t("users.view", { name })}>
						{t("view")}
					</Button>
				)}
				columns={[
					{ id: "name", head: t("users.name"), cell: ({ name }) => name },
					{ id: "team", head: t("users.team"), cell: ({ teamName }) => teamName ?? "–" },
					{ id: "email", head: t("users.email"), isWide: true, cell: ({ email }) => email },
					{
						id: "marks",
						head: t("users.marks"),
						cell: ({ isActive, isOperator, operatorRole = "owner", isDemo, suspension }) => (
							<>
								{isOperator ? <Badge tone="plain">{t(`role.${operatorRole ?? "owner"}`)}</Badge> : null}{" "}
								{isDemo ? <Badge tone="plain">{t("users.demo")}</Badge> : null}{" "}
								{suspension ? (
									<>
										<Badge tone="bad">{t("users.suspended")}</Badge> <SuspensionEnd until={suspension.until} />
									</>
								) : isActive ? null : (
									<Badge tone="bad">{t("users.inactive")}</Badge>
								)}
							</>
						),
					},
					{
						id: "since",
						head: t("users.since"),
						isWide: true,
						cell: ({ createdAt }) => <DateTime at={createdAt} />,
					},
				]}
			/>
			{openUserId !== null ? <UserDialog id={openUserId} onClose={() => setOpenUserId(null)} /> : null}
		</Panel>
	);
};
