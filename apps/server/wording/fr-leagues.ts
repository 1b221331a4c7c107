import type { leagueWords } from "./en-leagues.ts";

type Data = Readonly<Record<string, string | number>>;

/** Words for what leagues refuse, in French. */
export const leagueWordsFr = {
	"league-unknown": "Cette ligue n’existe pas",
	"league-deleted": "Cette ligue a été supprimée",
	"league-private": "Cette ligue est privée. Demandez le code à sa commissaire",
	"league-members-only": "Seuls les membres voient cela. Rejoignez d’abord la ligue",
	"league-full": "Cette ligue est complète",
	"league-started": "Cette ligue a commencé",
	"league-joined-already": "Vous êtes déjà dans cette ligue",
	"league-own": "C’est votre propre ligue : vous y êtes déjà",
	"league-commissioner-stays": "La commissaire ne peut pas quitter sa ligue. Avant son début, vous pouvez la supprimer",
	"not-commissioner": "Seule la commissaire de la ligue peut le faire",
	"league-user-unknown": "Ce membre n’est pas dans cette ligue",
	"league-mismatch": "La ligue de l’adresse et celle du corps diffèrent",
	"league-name-rejected": "Les opérateurs ont retiré ce nom à votre ligue. Choisissez-en un autre",
	"league-name-not-allowed": "Ce nom de ligue n’est pas permis",
	"league-size": ({ sizes }: Data) => `Une ligue en duels a l’une de ces tailles : ${sizes}`,
	"league-start-passed": "Cette journée a déjà commencé. Choisissez-en une plus tardive",
	"league-private-started": "Une ligue privée qui a commencé reste privée",
	"league-public-joined": "Une ligue publique que d’autres ont rejointe reste publique",
	"league-not-h2h": "Ce n’est pas une ligue en duels",
	"too-many-leagues": ({ most }: Data) => `Vous dirigez déjà ${most} ligues, et c’est le maximum`,
	"league-not-recoverable": "Vous ne pouvez pas relancer cette ligue",
	"league-regenerated-already": "Cette ligue a déjà été relancée",
	"league-invite-refused": "Vous ne pouvez pas inviter dans cette ligue",
	"league-invite-unknown": "Cette invitation n’existe pas",
	"league-invites-throttled": "C’est tout pour les invitations d’aujourd’hui. Partagez plutôt le code ou le lien",
	"league-announcement-not-allowed": "Cette annonce n’est pas permise. Veuillez la formuler autrement",
	"league-announcement-unknown": "Cette annonce n’existe pas",
	"too-many-announcements": ({ most }: Data) => `Une ligue accepte ${most} annonces par jour`,
} as const satisfies Record<keyof typeof leagueWords, string | ((data: Data) => string)>;
