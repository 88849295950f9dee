"""Addresses of the pages about games."""

from django.urls import path

from games import outside, views

urlpatterns = [
    path("", views.home, name="home"),
    path("play/", views.lobby, name="lobby"),
    path("play/new/", views.new_match, name="new_match"),
    path("play/bot/", views.play_bot, name="play_bot"),
    path("play/link/", views.invite_link, name="invite_link"),
    path("play/next/", views.next_game, name="next_game"),
    path("m/<slug:code>/", views.match_page, name="match"),
    path("m/<slug:code>/plan/", views.match_plan, name="match_plan"),
    path("m/<slug:code>/move/", views.match_move, name="match_move"),
    path("m/<slug:code>/join/", views.join, name="match_join"),
    path("m/<slug:code>/decline/", views.decline, name="match_decline"),
    path("m/<slug:code>/cancel/", views.cancel, name="match_cancel"),
    path("m/<slug:code>/follow/", views.follow, name="match_follow"),
    path("m/<slug:code>/unfollow/", views.unfollow, name="match_unfollow"),
    path("m/<slug:code>/resign/", views.resign, name="match_resign"),
    path("m/<slug:code>/abort/", views.abort, name="match_abort"),
    path("m/<slug:code>/end/", views.end, name="match_end"),
    path("m/<slug:code>/rematch/", views.rematch, name="match_rematch"),
    path("m/<slug:code>/day/", views.give_day, name="match_day"),
    path("m/<slug:code>/offers/<slug:kind>/<slug:act>/", views.offer, name="match_offer"),
    path("m/<slug:code>/record.txt", views.record, name="match_record"),
    path("m/<slug:code>/board.svg", outside.board_svg, name="board_svg"),
    path("m/<slug:code>/board.png", outside.board_png, name="board_png"),
    path("m/<slug:code>/messages/", views.match_talk, name="match_talk"),
    path("m/<slug:code>/messages/<int:pk>/report/", views.report, name="message_report"),
    path("m/<slug:code>/notes/", views.notes, name="match_notes"),
    path("m/<slug:code>/card.png", outside.match_card, name="match_card"),
    path("embed/<slug:code>/", outside.embed, name="embed"),
    path("card.png", outside.front_card, name="front_card"),
    path("u/<str:username>/block/", views.block, name="block"),
    path("u/<str:username>/unblock/", views.unblock, name="unblock"),
    path("rules/", views.rules_index, name="rules_index"),
    path("rules/<slug:key>/", views.rules, name="rules"),
    path("rules/<slug:key>/card.png", outside.rules_card, name="rules_card"),
    path("boards/<slug:key>/line/", views.game_line, name="game_line"),
    path("boards/<slug:key>/why/", views.game_why, name="game_why"),
]
