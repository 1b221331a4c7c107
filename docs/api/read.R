# Reads rankings, my own team, a rival's past team and stats. Debian: apt install r-base-core r-cran-httr2 r-cran-jsonlite
#
# FIRST_BOUNCE_URL=https://fantasy.example.org FIRST_BOUNCE_TOKEN=fbt_… Rscript read.R
library(httr2)

url <- Sys.getenv("FIRST_BOUNCE_URL")

call_api <- function(path) {
  body <- request(paste0(url, "/api/en", path)) |>
    req_auth_bearer_token(Sys.getenv("FIRST_BOUNCE_TOKEN")) |>
    req_error(is_error = \(response) FALSE) |>
    req_perform() |>
    resp_body_json()
  if (length(body$errors) > 0) stop(body$errors[[1]]$message)
  body$success
}

get_file <- function(path) request(paste0(url, path)) |> req_perform()

season <- resp_body_json(get_file("/api/public/v1/seasons.json"))[[1]]$id
rounds <- resp_body_json(get_file(sprintf("/api/public/v1/%d/rounds.json", season)))
complete <- Filter(\(each) each$status == "complete", rounds)
players <- resp_body_json(get_file(sprintf("/api/public/v1/%d/players.json", season)))
find_player <- function(id) Find(\(player) player$id == id, players)

rankings <- call_api("/fantasy/ranks/open-league")$rankings
for (row in head(rankings, 3)) {
  cat(sprintf("Rank %d: %s, %d points\n", row$rank, row$teamName, row$totalPoints))
}

team <- call_api("/fantasy/team/show-my")$team
captain <- find_player(team$captainId)
cat(sprintf("My captain: %s\n", if (is.null(captain)) "nobody" else paste(captain$firstName, captain$lastName)))

if (length(complete) == 0) stop("No round is complete yet")
last_round <- max(sapply(complete, \(each) each$id))
rival <- Find(\(row) row$userId != team$userId, rankings)$userId
if (is.null(rival)) stop("There is no rival yet")
history <- call_api(sprintf("/fantasy/team-history/get-by-round-and-user/%d/%d", last_round, rival))$teamHistory
cat(sprintf("%s scored %d in round %d\n", history$teamName, history$points, last_round))

file <- get_file(sprintf("/api/public/v1/%d/stats/%d.csv", season, last_round))
stats <- read.csv(text = resp_body_string(file), check.names = FALSE)
best <- stats[which.max(stats$fantasy_points), ]
cat(sprintf(
  "Best of %d: %s %s, %d points\n",
  nrow(stats), best[["player.givenName"]], best[["player.surname"]], best$fantasy_points
))
