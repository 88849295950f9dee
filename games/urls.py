"""Addresses of the pages about games."""

from django.urls import path

from games import outside
from games.views import acts, blocks, home, match, rules, start, talk

urlpatterns = [
    path("", home.home, name="home"),
    path("play/", home.lobby, name="lobby"),
    path("play/new/", start.new_match, name="new_match"),
    path("play/bot/", start.play_bot, name="play_bot"),
    path("play/link/", start.invite_link, name="invite_link"),
    path("play/next/", home.next_game, name="next_game"),
    path("m/<slug:code>/", match.match_page, name="match"),
    path("m/<slug:code>/plan/", acts.match_plan, name="match_plan"),
    path("m/<slug:code>/move/", acts.match_move, name="match_move"),
    path("m/<slug:code>/join/", start.join, name="match_join"),
    path("m/<slug:code>/decline/", start.decline, name="match_decline"),
    path("m/<slug:code>/cancel/", start.cancel, name="match_cancel"),
    path("m/<slug:code>/follow/", match.follow, name="match_follow"),
    path("m/<slug:code>/unfollow/", match.unfollow, name="match_unfollow"),
    path("m/<slug:code>/resign/", acts.resign, name="match_resign"),
    path("m/<slug:code>/abort/", acts.abort, name="match_abort"),
    path("m/<slug:code>/end/", acts.end, name="match_end"),
    path("m/<slug:code>/rematch/", acts.rematch, name="match_rematch"),
    path("m/<slug:code>/day/", acts.give_day, name="match_day"),
    path("m/<slug:code>/offers/<slug:kind>/<slug:act>/", acts.offer, name="match_offer"),
    path("m/<slug:code>/record.txt", match.record, name="match_record"),
    path("m/<slug:code>/board.svg", outside.board_svg, name="board_svg"),
    path("m/<slug:code>/board.png", outside.board_png, name="board_png"),
    path("m/<slug:code>/messages/", talk.match_talk, name="match_talk"),
    path("m/<slug:code>/messages/<int:pk>/report/", talk.report, name="message_report"),
    path("m/<slug:code>/notes/", talk.notes, name="match_notes"),
    path("m/<slug:code>/card.png", outside.match_card, name="match_card"),
    path("embed/<slug:code>/", outside.embed, name="embed"),
    path("card.png", outside.front_card, name="front_card"),
    path("u/<str:username>/block/", blocks.block, name="block"),
    path("u/<str:username>/unblock/", blocks.unblock, name="unblock"),
    path("rules/", rules.rules_index, name="rules_index"),
    path("rules/<slug:key>/", rules.game_rules, name="rules"),
    path("rules/<slug:key>/card.png", outside.rules_card, name="rules_card"),
    path("boards/<slug:key>/line/", rules.game_line, name="game_line"),
    path("boards/<slug:key>/why/", rules.game_why, name="game_why"),
]
