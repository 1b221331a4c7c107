import type { MailWords, mailsEn } from "./mails-en.ts";
import { untilWords } from "./suspension-end.ts";

const notYou = "Si ce n’était pas vous, il n’y a rien à faire : sans le lien, rien ne change.";

/** Every mail in French, by its kind. */
export const mailsFr: typeof mailsEn = {
	"verify-email": ({ firstName, url }): MailWords => ({
		subject: "Confirmez votre adresse e-mail",
		paragraphs: [`Bonjour ${firstName},`, "confirmez que cette adresse est la vôtre. Le lien marche trois jours."],
		link: { label: "Confirmer mon adresse", url },
		remark: notYou,
	}),
	"change-email": ({ firstName, url }): MailWords => ({
		subject: "Confirmez votre nouvelle adresse e-mail",
		paragraphs: [
			`Bonjour ${firstName},`,
			"vous avez demandé à utiliser désormais cette adresse. Le lien marche une heure ; d’ici là, l’ancienne adresse compte.",
		],
		link: { label: "Utiliser cette adresse", url },
		remark: notYou,
	}),
	"email-changing": ({ firstName, newEmail }): MailWords => ({
		subject: "Votre adresse e-mail va changer",
		paragraphs: [
			`Bonjour ${firstName},`,
			`quelqu’un qui connaît votre mot de passe a demandé que l’adresse de votre compte devienne ${newEmail}.`,
			"Si ce n’était pas vous, choisissez tout de suite un nouveau mot de passe : cela annule aussi la demande.",
		],
	}),
	"reset-password": ({ firstName, url }): MailWords => ({
		subject: "Choisissez un nouveau mot de passe",
		paragraphs: [
			`Bonjour ${firstName},`,
			"vous avez demandé un nouveau mot de passe. Le lien marche une fois, pendant une heure.",
		],
		link: { label: "Choisir un nouveau mot de passe", url },
		remark: notYou,
	}),
	"name-moderated": ({ firstName, kind, before, after, removePicture, reason }): MailWords => {
		const whose = kind === "team" ? "de votre équipe" : "de votre ligue";
		return {
			subject: `Le nom ${whose} a été changé`,
			paragraphs: [
				`Bonjour ${firstName},`,
				before === after
					? `les exploitants ont gardé le nom ${before}.`
					: `les exploitants ont changé le nom ${whose} : ${before} est devenu ${after}.`,
				...(removePicture ? [`Ils ont retiré l’image ${whose}.`] : []),
				`La raison qu’ils ont donnée : ${reason}`,
				before === after
					? "Vous pouvez en choisir un autre à tout moment."
					: `Vous pouvez choisir tout autre nom que ${before}.`,
			],
		};
	},
	"account-suspended": ({ firstName, reason, until }): MailWords => ({
		subject: "Votre compte est suspendu",
		paragraphs: [
			`Bonjour ${firstName},`,
			`votre compte est suspendu ${untilWords("fr", until)}. Tous vos appareils sont déconnectés et vous ne pouvez plus vous connecter.`,
			`La raison donnée par les exploitants : ${reason}`,
			"Votre équipe reste telle quelle et continue de marquer des points.",
		],
	}),
	"suspension-lifted": ({ firstName }): MailWords => ({
		subject: "Votre compte n’est plus suspendu",
		paragraphs: [
			`Bonjour ${firstName},`,
			"la suspension de votre compte est terminée. Vous pouvez de nouveau vous connecter.",
		],
	}),
	"password-changed": ({ firstName }): MailWords => ({
		subject: "Votre mot de passe a été changé",
		paragraphs: [
			`Bonjour ${firstName},`,
			"votre mot de passe a été changé, et tous les autres appareils ont été déconnectés.",
			"Si ce n’était pas vous, demandez un nouveau mot de passe sur la page de connexion.",
		],
	}),
	"support-letter": ({ id, name, email, message, page }): MailWords => ({
		subject: `Lettre ${id} de ${name}`,
		paragraphs: [`${name} <${email}> écrit :`, ...message.split(/\n{2,}/)],
		remark: [page ? `Écrit sur ${page}.` : "", "Une réponse à ce message va à qui l’a écrit."].join(" ").trim(),
	}),
	"storage-low": ({ megabytes }) => ({
		subject: "First Bounce n’aura bientôt plus d’espace de stockage",
		paragraphs: [
			`Il ne reste que ${megabytes} Mo sur le disque du serveur. Une fois plein, plus rien ne peut être enregistré.`,
			"Veuillez libérer de l’espace sur le disque qui contient DATA_DIR ou EXPORT_TO.",
		],
	}),
	"storage-full": () => ({
		subject: "First Bounce n’a plus d’espace de stockage",
		paragraphs: [
			"Un disque est plein. Équipes, ligues et comptes peuvent être lus mais pas enregistrés.",
			"Veuillez libérer de l’espace sur le disque qui contient DATA_DIR, EXPORT_TO ou votre propre PostgreSQL. Le jeu se rétablit tout seul.",
		],
	}),
};
