import { SITE_ANNOUNCEMENT_LENGTH } from "@first-bounce/contract/constants";
import {
	announceToAll,
	listAnnouncements,
	showAnnouncements,
	withdrawAnnouncement,
} from "@first-bounce/contract/site/announcements";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { client } from "../../../api/client.ts";
import { callKey, useCall } from "../../../api/use-call.ts";
import { Button } from "../../../components/button/button.tsx";
import { TextField } from "../../../components/fields/text-field.tsx";
import { Form } from "../../../components/form-card/form-card.tsx";
import { Segmented } from "../../../components/segmented/segmented.tsx";
import { ErrorNotice, Notice } from "../../../components/states/states.tsx";
import styles from "../parts/action-dialog.module.css";
import { ConfirmedButton } from "../parts/action-dialog.tsx";
import { DateTime } from "../parts/date-time.tsx";
import { Panel } from "../parts/panel.tsx";
import { Allowed } from "../parts/role.tsx";
import { Badge } from "../parts/table/badge.tsx";
import { QueryTable } from "../parts/table/query-table.tsx";
import { TimeField } from "../parts/time-field.tsx";
import { useOperatorMutation } from "../parts/use-operator-mutation.ts";

const NewAnnouncement = () => {
	const { t } = useTranslation("operator");
	const queryClient = useQueryClient();
	const [text, setText] = useState("");
	const [tone, setTone] = useState<"info" | "warn">("info");
	const [until, setUntil] = useState("");
	const announce = useOperatorMutation({
		mutationFn: () => client(announceToAll, { body: { text: text.trim(), tone, until: until || null } }),
		done: t("announce.done"),
		onDone: () => {
			setText("");
			void queryClient.invalidateQueries({ queryKey: callKey(showAnnouncements) });
		},
	});
	const isReady = text.trim().length >= SITE_ANNOUNCEMENT_LENGTH.least;
	return (
		<Panel title={t("announce.new")} text={t("announce.text")}>
			<Form
				className={styles.form}
				onSubmit={() => {
					if (isReady && !announce.isPending) announce.mutate();
				}}
			>
				<TextField
					name="text"
					label={t("announce.line")}
					value={text}
					onChange={setText}
					maxLength={SITE_ANNOUNCEMENT_LENGTH.most}
				/>
				<div className={styles.inline}>
					<Segmented
						label={t("announce.tone")}
						choices={(["info", "warn"] as const).map((value) => ({ value, label: t(`announce.${value}`) }))}
						value={tone}
						onChange={setTone}
					/>
					<TimeField label={t("announce.until")} value={until} onChange={setUntil} />
				</div>
				{isReady ? <Notice tone={tone}>{text}</Notice> : null}
				<ErrorNotice error={announce.error} />
				<div className={styles.buttons}>
					<Button variant="main" type="submit" isDisabled={!isReady} isPending={announce.isPending}>
						{t("announce.show")}
					</Button>
				</div>
			</Form>
		</Panel>
	);
};

/** Announcements on every screen, for example about lightning at a ground. */
export const AnnouncementsSection = () => {
	const { t } = useTranslation("operator");
	return (
		<>
			<Allowed call={announceToAll}>
				<NewAnnouncement />
			</Allowed>
			<Panel title={t("announce.kept")}>
				<QueryTable
					query={useCall(listAnnouncements, {})}
					rows={({ announcements }) => announcements}
					empty={{ title: t("announce.none"), text: t("announce.noneText") }}
					caption={t("announce.kept")}
					getKey={({ id }) => id}
					actions={({ id, isShown, text }) => (
						<ConfirmedButton
							call={withdrawAnnouncement}
							isShown={isShown}
							text={t("announce.withdraw")}
							aria-label={t("announce.withdrawIt", { text })}
							title={t("announce.withdraw")}
							effect={text}
							done={t("announce.withdrawn")}
							onConfirm={(reason) => client(withdrawAnnouncement, { params: { id }, body: { reason } })}
						/>
					)}
					columns={[
						{
							id: "text",
							head: t("announce.line"),
							cell: ({ text }) => <span className={styles.quote}>{text}</span>,
						},
						{
							id: "state",
							head: t("outbox.state"),
							cell: ({ isShown }) => (
								<Badge tone={isShown ? "live" : "plain"}>{t(isShown ? "announce.shown" : "announce.over")}</Badge>
							),
						},
						{ id: "until", head: t("announce.until"), isWide: true, cell: ({ until }) => <DateTime at={until} /> },
						{ id: "by", head: t("announce.by"), isWide: true, cell: ({ by }) => by || "–" },
					]}
				/>
			</Panel>
		</>
	);
};
